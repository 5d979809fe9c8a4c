import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll } from 'vitest'
import { readFolder } from '../src/definitions/folder.ts'
import type { Body } from '../src/definitions/kinds.ts'
import { loadSolution } from '../src/definitions/load.ts'
import { checkReferences } from '../src/definitions/references.ts'
import { compile } from '../src/engine/compile.ts'
import { isError } from '../src/engine/model.ts'
import { pathOf } from '../src/lib/app-path.ts'
import { convertPackage, type Migrated } from '../src/migrate/elma365/convert.ts'
import { readPackage } from '../src/migrate/elma365/package/package.ts'

/** A part of a package that a test makes up: one entity of a service, with its files. */
export type MadeEntity = {
  path: string
  body: unknown
  kind?: string
  namespace?: string
  code?: string
  name?: string
  resources?: { kind: string; path: string; content: string | Buffer }[]
}
export type Made = { head?: object; services: Record<string, MadeEntity[]> }

type Files = Record<string, string | Buffer>

const toText = (body: unknown): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)

/** The files of one service, below its own root. */
function serviceFiles(entities: MadeEntity[]): Files {
  const manifest = {
    number: 1,
    entities: entities.map(({ body: _, resources, ...entity }) => ({
      name: '',
      namespace: '',
      code: '',
      ...entity,
      history: null,
      resources: resources?.map(({ kind, path }) => ({ kind, path })) ?? null,
    })),
  }
  const files = entities.flatMap(({ path, body, resources = [] }): [string, string | Buffer][] => [
    [path, toText(body)],
    ...resources.map((each): [string, string | Buffer] => [each.path, each.content]),
  ])
  return { 'manifest.json': JSON.stringify(manifest), ...Object.fromEntries(files) }
}

const headOf = ({ head, services }: Made): string =>
  JSON.stringify({
    ...{ title: 'Trips', code: 'trips', type: 'NAMESPACE', groups: [], exchangeVersion: 2 },
    services: Object.fromEntries(
      Object.keys(services).map((name) => [name, { path: `${name}.zip` }]),
    ),
    ...head,
  })

/** A package as the vendor's tool unpacks it. */
export const unpacked = (made: Made): Files => ({
  'package.json': headOf(made),
  ...Object.fromEntries(
    Object.entries(made.services).flatMap(([service, entities]) =>
      Object.entries(serviceFiles(entities)).map(([path, text]) => [`${service}/${path}`, text]),
    ),
  ),
})

/** The same as one file, with an archive for each service. */
export const packed = (made: Made): Buffer =>
  zipOf([
    { name: 'package.json', content: headOf(made) },
    ...Object.entries(made.services).map(([service, entities]) => ({
      name: `${service}.zip`,
      content: zipOf(
        Object.entries(serviceFiles(entities)).map(([name, content]) => ({ name, content })),
      ),
    })),
  ])

export type ZipEntry = {
  name: string
  content: string | Buffer
  mode?: number
  isEncrypted?: boolean
  /** Said by the entry in place of the real size. */
  size?: number
}

/** Any archive, also one that no tool would write. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, mode = 0o100644, isEncrypted = false, size } of entries) {
    const raw = Buffer.from(name)
    const bytes = Buffer.from(content)
    const data = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(size ?? bytes.length, 18)
    common.writeUInt16LE(raw.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, raw, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, rest, raw]))
    files.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, central, end])
}

/** A folder for the packages of a test file. */
export async function packageFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-elma365-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  let count = 0
  return {
    folder,
    /** Writes an archive, or a folder of files. */
    write: async (content: Buffer | Files): Promise<string> => {
      count += 1
      const path = join(folder, `package-${count}`)
      if (Buffer.isBuffer(content)) {
        await writeFile(`${path}.e365`, content)
        return `${path}.e365`
      }
      for (const [name, text] of Object.entries(content)) {
        await mkdir(dirname(join(path, name)), { recursive: true })
        await writeFile(join(path, name), text)
      }
      return path
    },
  }
}

/** A package becomes a solution, and the checks of solutions say what is wrong with it. */
export async function migrationFolder() {
  const { write, folder } = await packageFolder()
  const system = await readFolder(join(import.meta.dirname, '../solutions/_system'))
  const builtIn = loadSolution(system, { isBuiltIn: true }).readable.definitions

  const migrate = async (made: Made, codes: Migrated['codes'] = {}): Promise<Migrated> =>
    convertPackage(await readPackage(await write(packed(made))), codes)

  /** What keeps it from being applied; warnings too. */
  const problemsIn = async ({ files }: Migrated): Promise<string[]> => {
    const sources = Array.from(files, ([path, content]) => ({ path, content }))
    const { problems, readable } = loadSolution(sources)
    const dangling = checkReferences(readable.definitions, builtIn, readable.unread)
    const found = [...problems, ...dangling].map(({ file, message }) => `${file}: ${message}`)
    const paths = new Set<string>(
      readable.definitions.filter(({ kind }) => kind === 'process').map((each) => pathOf(each)),
    )
    for (const { kind, body, attachments, file } of readable.definitions) {
      if (kind !== 'process' || !attachments.bpmn) continue
      const { variables } = body as Body<'process'>
      const compiled = await compile(attachments.bpmn.toString(), {
        variables: Object.fromEntries(
          Object.entries(variables).map(([code, { type }]) => [code, type]),
        ),
        hasProcess: (path) => paths.has(path),
      })
      found.push(
        ...compiled.problems
          .filter(isError)
          .map(({ element, message }) => `${file}: ${element}: ${message}`),
      )
    }
    return found
  }

  return { folder, write, migrate, problemsIn }
}

/** The text of a file of a migrated solution. */
export const textOf = ({ files }: Migrated, path: string): string | undefined =>
  files.get(path)?.toString('utf8')

/** What the report says, as lines: `not understood app hr/trips: field: why`. */
export const linesOf = ({ report }: Migrated): string[] =>
  report.entries.flatMap(({ kind, from, lines }) =>
    lines.map(({ outcome, what, why }) => `${outcome} ${kind} ${from}: ${what}: ${why}`),
  )

/** A field as packages write it. */
export const field = (code: string, type: string, more: object = {}) => ({
  ...{ code, type, single: true, required: false, searchable: false, indexed: false },
  ...{ deleted: false, defaultValue: null, calcByFormula: false, formula: '', data: {} },
  view: { name: code.toUpperCase(), data: {} },
  ...more,
})

/** An app in a package. */
export const appEntity = (
  namespace: string,
  code: string,
  fields: object[],
  settings: object = {},
  more: object = {},
): MadeEntity => ({
  path: `entities/${namespace}/${code}.json`,
  kind: 'appView',
  namespace,
  code,
  name: code,
  body: {
    name: code,
    elementName: '',
    namespace,
    code,
    type: 'STANDARD',
    fields,
    settings,
    ...more,
  },
})

/** The id of the start of every process. */
export const START = '00000000-0000-0000-0000-000000000000'

type MadeItem = {
  id: string
  type: string
  name?: string
  lane?: string
  loop?: string
  settings?: object
}
type MadeTransition = {
  id: string
  from: string
  to: string
  name?: string
  type?: string
  settings?: object
}

/** A process in a package: elements stand in a row, in one lane of whoever starts it. */
export function processEntity(
  namespace: string,
  code: string,
  {
    items,
    transitions,
    lanes = { lane1: { type: 'dynamic', variable: '__createdBy' } },
    context = [],
    ...more
  }: {
    items: MadeItem[]
    transitions: MadeTransition[]
    lanes?: Record<string, object>
    context?: object[]
  } & Record<string, unknown>,
): MadeEntity {
  const place = { y: 64, width: 80, height: 64 }
  return {
    path: `entities/${namespace}/${code}.json`,
    kind: 'template',
    namespace,
    code,
    name: code,
    body: {
      ...{ namespace, code, __name: code, type: 'bpmn', manualRun: true, scripts: '', forms: [] },
      context,
      process: {
        items: Object.fromEntries(
          items.map((item, at) => [
            item.id,
            { name: item.id, lane: 'lane1', settings: {}, x: at * 120, ...place, ...item },
          ]),
        ),
        transitions: Object.fromEntries(
          transitions.map(({ from, to, settings = {}, ...each }) => [
            each.id,
            {
              ...{ name: '', type: 'plain', source: from, target: to, path: [] },
              ...each,
              settings: { conditions: [], exit: null, ...settings },
            },
          ]),
        ),
        lanes: Object.fromEntries(
          Object.entries(lanes).map(([id, settings], at) => [
            id,
            {
              ...{ id, name: id, x: at * 500, y: 0, width: 500, height: 600 },
              direction: 'vertical',
              multiInstance: (settings as { multiInstance?: boolean }).multiInstance ?? false,
              settings,
            },
          ]),
        ),
      },
      ...more,
    },
  }
}

/** A process with one element between its start and its end. */
export const around = (
  type: string,
  settings: object = {},
  { context = [], ...more }: { context?: object[]; name?: string; loop?: string } = {},
): MadeEntity =>
  processEntity('hr.trips', 'approve', {
    items: [
      { id: START, type: 'start', name: '' },
      { id: 'step', type, settings, ...more },
      { id: 'end', type: 'end', name: '' },
    ],
    transitions: [
      { id: 'in', from: START, to: 'step' },
      { id: 'out', from: 'step', to: 'end' },
    ],
    context,
  })
