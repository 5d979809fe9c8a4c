import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { allKinds } from '../../src/app/kinds.ts'
import { runImport } from '../../src/areas/apps/importing/run.ts'
import { searchJobs } from '../../src/areas/search/file-texts.ts'
import { READ_FILE } from '../../src/areas/search/objects.ts'
import { importBpmnCommand } from '../../src/commands/import-bpmn.ts'
import { AppError } from '../../src/lib/errors.ts'
import { readPackage } from '../../src/migrate/elma365/package/package.ts'
import { connectClient } from '../../src/platform/db/db.ts'
import { jobOn } from '../../src/platform/jobs/runner.ts'
import { newDatabase } from '../app.ts'
import { restoreInto } from '../archives.ts'
import { FORM, startForms } from '../forms.ts'
import { feedNow } from '../search.ts'
import { solution } from '../solution.ts'
import { samlDoors } from './saml-doors.ts'

/** What became of a file: the words of the refusal, or what was read. */
export type Answer = { isRefused: boolean; words: string }
export type Door = {
  formats: readonly string[]
  /** Keeps files as they are, and opens none: any will do. */
  onlyKeeps?: boolean
  send(content: Buffer, format: string): Promise<Answer>
}

type Forms = Awaited<ReturnType<typeof startForms>>
type Refusal = { status?: number; code?: string; message: string; details?: unknown }

/** Refused by the server, with a status of the caller's fault; anything else fails the test. */
async function ask(call: () => Promise<unknown>): Promise<Answer> {
  try {
    return { isRefused: false, words: JSON.stringify(await call()) ?? '' }
  } catch (error) {
    const { status, message, details } = error as Refusal
    const isTheirs = status !== undefined && status >= 400 && status < 500
    if (!isTheirs && !(error instanceof AppError)) throw error
    return { isRefused: true, words: `${message} ${JSON.stringify(details ?? '')}` }
  }
}

const APP = 'name: Orders\nfields:\n  title: { name: Title, type: STRING }\n'
const orders = { namespace: 'trade', code: 'orders' }

/** The doors of one server, and of its commands. */
export async function openDoors(): Promise<Record<string, Door>> {
  const forms = await startForms({
    environment: { KONTOR_FORM_RATE: '0', KONTOR_PROVIDER_ADDRESSES: '127.0.0.1' },
  })
  await forms.apply({
    ask: { ...FORM, files: { types: ['docx', 'xlsx', 'text'], maxSize: 10_000_000, most: 2 } },
  })
  await forms.as(forms.admin).solutions.apply({
    input: { files: solution('trade', { 'workspaces/trade/apps/orders.yaml': APP }) },
  })
  const folder = await mkdtemp(join(tmpdir(), 'kontor-foreign-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return {
    ...tables(forms),
    'a template': templates(forms),
    'a text for the search': await searchTexts(forms),
    'a public form': publicForm(forms),
    ...(await samlDoors(forms)),
    'a solution': solutions(forms),
    'a draft': await drafts(forms),
    'a package': packages(folder),
    'a backup': await backups(folder),
    'a diagram of another engine': foreignDiagrams(folder),
    'the server': {
      formats: [],
      send: () => ask(() => forms.request('/health/ready').then(whole)),
    },
  }
}

async function whole(response: Response): Promise<string> {
  if (!response.ok) throw new Error(`the server answers ${response.status}`)
  return response.text()
}

function tables({ as, admin, app }: Forms): Record<string, Door> {
  const uploaded = async (content: Buffer) => {
    const hash = randomUUID()
    await as(admin).disk.uploadTemporary({ input: { hash }, file: new Uint8Array(content) })
    return hash
  }
  const formats = ['csv', 'xlsx']
  const { apps } = as(admin)
  return {
    'an import': {
      formats,
      send: (content) =>
        ask(async () => {
          const input = { fileHash: await uploaded(content) }
          const { importId } = await apps.importItems({ params: orders, input })
          await runImport(jobOn(app.platform, app.platform.log), { id: importId })
          const status = await apps.importStatus({ params: orders, input: { importId } })
          if (status.status === 'complete') return status
          throw new AppError('invalid', status.errors.map(({ message }) => message).join())
        }),
    },
    'a preview': {
      formats,
      send: (content) =>
        ask(async () =>
          apps.previewImport({ params: orders, input: { fileHash: await uploaded(content) } }),
        ),
    },
    'a new app': {
      formats,
      send: (content) =>
        ask(async () => apps.readTable({ input: { fileHash: await uploaded(content) } })),
    },
  }
}

function templates({ as, admin }: Forms): Door {
  const { apps, scheme, solutions } = as(admin)
  let count = 0
  return {
    formats: ['docx', 'xlsx'],
    send: (content, format) =>
      ask(async () => {
        const code = `papers${++count}`
        const path = `workspaces/${code}/apps/notes`
        await solutions.apply({
          input: {
            files: [
              ...solution(code, {
                [`${path}.yaml`]: APP,
                [`${path}/documents/note.yaml`]: `name: Note\nfile: note.${format}\n`,
              }),
              { path: `${path}/documents/note.${format}`, base64: content.toString('base64') },
            ],
          },
        })
        const params = { namespace: code, code: 'notes' }
        const { item } = await apps.createItem({ params, input: { context: { title: 'T' } } })
        const { result } = await scheme.listAppDocuments({ params })
        const input = { template: result.result[0]?.__id ?? '' }
        return apps.makeDocument({ params: { ...params, id: item.__id }, input })
      }),
  }
}

async function searchTexts({ as, make, app, connection }: Forms): Promise<Door> {
  const eve = await make.user()
  const client = await connectClient(connection)
  afterAll(() => client.end())
  const { handlers } = searchJobs({ ...app.platform, kinds: allKinds })
  return {
    formats: ['docx', 'xlsx', 'csv', 'pdf'],
    send: (content, format) =>
      ask(async () => {
        const file = new FormData()
        file.append('file', new Blob([new Uint8Array(content)]), `${randomUUID()}.${format}`)
        const stored = await as(eve).disk.uploadToDirectory({
          params: { id: eve.id },
          input: {},
          file,
        })
        await feedNow(app.platform)
        const { rows } = await client.query(
          'select body_id as body from kontor.files where id = $1',
          [stored.file?.__id],
        )
        const job = { ...jobOn(app.platform, app.platform.log), attempt: 5 }
        await handlers[READ_FILE]?.(job, { ...rows[0], format: format === 'csv' ? 'text' : format })
        const read = await client.query(
          'select left(content, 100000) as content, problem from kontor.file_texts where body_id = $1',
          [rows[0].body],
        )
        const [{ content: text, problem } = { content: null, problem: 'nothing was read' }] =
          read.rows
        if (problem !== null) throw new AppError('invalid', problem)
        return text
      }),
  }
}

const publicForm = ({ anonymous, at, prove }: Forms): Door => ({
  onlyKeeps: true,
  formats: ['docx', 'xlsx', 'csv'],
  send: (content, format) =>
    ask(async () =>
      anonymous.forms.upload({
        params: at('ask'),
        input: { ...(await prove('ask', 'file')), field: 'papers', name: `paper.${format}` },
        file: new Uint8Array(content),
      }),
    ),
})

const PATHS: Record<string, { beside: Record<string, string>; path: string }> = {
  bpmn: { beside: { 'processes/odd.yaml': 'name: Odd\n' }, path: 'processes/odd.bpmn' },
  dmn: { beside: { 'decisions/odd.yaml': 'name: Odd\n' }, path: 'decisions/odd.dmn' },
  yaml: { beside: {}, path: 'apps/odd.yaml' },
}

const solutions = ({ as, admin }: Forms): Door => ({
  formats: Object.keys(PATHS),
  send: (content, format) =>
    ask(() => {
      const { beside = {}, path = '' } = PATHS[format] ?? {}
      const at = (name: string) => `workspaces/odd/${name}`
      const others = Object.entries(beside).map(([name, text]) => [at(name), text])
      return as(admin).solutions.plan({
        input: {
          files: [
            ...solution('odd', Object.fromEntries(others)),
            { path: at(path), base64: content.toString('base64') },
          ],
        },
      })
    }),
})

async function drafts({ as, admin }: Forms): Promise<Door> {
  const { drafts: client } = as(admin)
  const { draft } = await client.create({ input: { solution: 'trade' } })
  const params = { id: draft.id }
  return {
    formats: Object.keys(PATHS),
    send: (content, format) =>
      ask(async () => {
        const { beside = {}, path = '' } = PATHS[format] ?? {}
        const at = (name: string) => `workspaces/trade/${name}`
        const { draft: now } = await client.get({ params })
        const edits = [
          ...Object.entries(beside).map(([name, text]) => ({
            op: 'write' as const,
            file: at(name),
            content: text,
          })),
          { op: 'write' as const, file: at(path), base64: content.toString('base64') },
        ]
        const { problems } = await client.edit({ params, input: { revision: now.revision, edits } })
        const errors = problems.filter(({ severity }) => severity === 'error')
        if (errors.length > 0)
          throw new AppError('invalid', errors.map(({ message }) => message).join('; '))
        return problems
      }),
  }
}

function packages(folder: string): Door {
  const path = join(folder, 'one.e365')
  return {
    formats: ['package'],
    send: (content) =>
      ask(async () => {
        await writeFile(path, content)
        return readPackage(path)
      }),
  }
}

async function backups(folder: string): Promise<Door> {
  let target = await newDatabase()
  const files = join(folder, 'files')
  return {
    formats: ['backup'],
    send: (content) =>
      ask(async () => {
        await restoreInto(target, content, files)
        // A second restore would be refused because of the first.
        target = await newDatabase()
        return readdir(folder, { recursive: true })
      }),
  }
}

const foreignDiagrams = (folder: string): Door => ({
  formats: ['bpmn'],
  send: (content) =>
    ask(async () => {
      const path = join(folder, 'foreign.bpmn')
      const output = join(folder, 'ours.bpmn')
      await writeFile(path, content)
      const shown = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await importBpmnCommand()
        .parseAsync([path, '--output', output, '--json'], { from: 'user' })
        .finally(() => shown.mockRestore())
      const { exitCode } = process
      process.exitCode = 0
      if (exitCode === 1) throw new AppError('invalid', 'the report lists problems of the diagram')
      return output
    }),
})
