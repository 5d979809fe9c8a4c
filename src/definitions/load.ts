import { isUtf8 } from 'node:buffer'
import { dirname, join } from 'node:path/posix'
import { definitionId } from '../lib/codes.ts'
import { suggest } from '../lib/did-you-mean.ts'
import { inLanguage } from '../lib/translations.ts'
import { checkBody } from './checks.ts'
import { likeBuiltIn } from './extension.ts'
import { FOLDERS, identify, isAttachment } from './identify.ts'
import type { Attachment } from './kind.ts'
import { type Body, type Definition, type Kind, kindOf } from './kinds.ts'
import { GLOBAL, type Identity } from './layout.ts'
import {
  isError,
  isReserved,
  type Problem,
  readSource,
  type Source,
  type SourceFile,
} from './source.ts'

/** A definition with the file it came from and the files it names. */
export type LoadedDefinition<K extends Kind = Kind> = Definition<K> & {
  file: string
  /** By the key of the body that names them: `bpmn`, `file`, `sql`. */
  attachments: Record<string, Buffer>
  /** The paths of those files, by the same key. */
  attached: Record<string, string>
  source: Source
  /** The body with its texts in all languages: what is stored and compared. */
  written: unknown
}

export const ofKind = <K extends Kind>(
  definitions: readonly LoadedDefinition[],
  kind: K,
): LoadedDefinition<K>[] =>
  definitions.filter((each): each is LoadedDefinition<K> => each.kind === kind)

export type LoadedSolution = {
  solution: LoadedDefinition<'solution'>
  definitions: LoadedDefinition[]
  files: SourceFile[]
}

/**
 * With errors nothing is applied; warnings are allowed. Readable files are
 * still checked, so that errors in one file do not hide those in others.
 */
export type Loaded = { loaded?: LoadedSolution; problems: Problem[]; readable: Readable }

export type Readable = {
  /** Empty where `solution.yaml` could not be read. */
  solution: string
  definitions: LoadedDefinition[]
  /** Definitions that could not be read; others may refer to them. */
  unread: Identity[]
}

/** Built-in solutions may use codes that start with "_" everywhere. */
export type LoadOptions = { isBuiltIn?: boolean }

/** Reads a solution folder. All problems are reported together, each with its location. */
export function loadSolution(files: SourceFile[], options: LoadOptions = {}): Loaded {
  const problems: Problem[] = []
  const read = files.flatMap((file) => readFile(file, files, problems))
  const [solution] = ofKind(read, 'solution')
  if (!files.some(({ path }) => path === 'solution.yaml')) {
    problems.push(wholeFile('solution.yaml', 'the solution has no solution.yaml'))
  }
  const code = solution?.body.code ?? ''
  const definitions = read.map((each) => withSolution(each, code))
  for (const definition of definitions) {
    problems.push(...checkCode(definition, options), ...checkBody(definition))
  }
  problems.push(...checkHomes(definitions, files))
  const readable = { solution: code, definitions, unread: unreadIn(files, read) }
  const [own] = ofKind(definitions, 'solution')
  return {
    ...(own && !problems.some(isError) && { loaded: { solution: own, definitions, files } }),
    problems: sorted(problems),
    readable,
  }
}

function unreadIn(files: SourceFile[], read: LoadedDefinition[]): Identity[] {
  const known = new Set(read.map(({ file }) => file))
  return files.flatMap(({ path }) => (known.has(path) ? [] : (identify(path) ?? [])))
}

/** Sorts problems by file and position. */
export const sorted = (problems: Problem[]) =>
  problems.toSorted(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  )

const wholeFile = (file: string, message: string): Problem => ({
  file,
  line: 1,
  column: 1,
  message,
})

/** The solution's own code is known only after its file was read. */
function withSolution(definition: LoadedDefinition, solution: string): LoadedDefinition {
  const only = kindOf(definition.kind).code
  const code = only === undefined ? definition.code : only ? `${solution}_${only}` : solution
  const id = definitionId(definition.kind, definition.namespace, code)
  return { ...definition, id, code, solution }
}

function readFile(file: SourceFile, files: SourceFile[], problems: Problem[]): LoadedDefinition[] {
  const identity = identify(file.path)
  if (!identity) {
    if (!isAttachment(file.path)) problems.push(wholeFile(file.path, unknownFile(file.path)))
    return []
  }
  if (!isUtf8(file.content)) {
    problems.push(wholeFile(file.path, 'the file is not UTF-8 text'))
    return []
  }
  const read = readSource(file.path, file.content.toString('utf8'), kindOf(identity.kind).schema)
  problems.push(...read.problems)
  if (!read.source || read.body === undefined) return []
  const body = inLanguage(read.body) as Body<Kind>
  const found = findAttachments(identity, file.path, body, files)
  problems.push(
    ...found.missing.map((name) => wholeFile(file.path, `the file "${name}" is missing`)),
  )
  return [
    {
      ...identity,
      id: '',
      solution: '',
      body,
      written: read.body,
      file: file.path,
      attachments: found.attachments,
      attached: found.attached,
      source: read.source,
    },
  ]
}

function unknownFile(path: string): string {
  const [top = ''] = path.split('/')
  const hint = path.includes('/') && !FOLDERS.includes(top) ? suggest(top, FOLDERS) : ''
  return `no file is expected at this path${hint}`
}

function findAttachments(
  { kind, code }: Identity,
  path: string,
  body: Body<Kind>,
  files: SourceFile[],
) {
  const attachments: Record<string, Buffer> = {}
  const attached: Record<string, string> = {}
  const missing: string[] = []
  for (const [key, attachment] of Object.entries(kindOf(kind).attachments ?? {})) {
    const named = (body as Record<string, string | undefined>)[key]
    const name = named ?? nameBeside(code, attachment)
    if (name === undefined) continue
    const at = join(dirname(path), name)
    const file = files.find((each) => each.path === at)
    if (!file && named === undefined && attachment.isOptional) continue
    attached[key] = at
    if (file) attachments[key] = file.content
    else missing.push(name)
  }
  return { attachments, attached, missing }
}

const nameBeside = (code: string, { ending, isNamed }: Attachment): string | undefined =>
  isNamed ? undefined : `${code}${ending}`

const RESERVED = ['system', 'global', 'list']

function checkCode(
  { kind, namespace, code, file }: LoadedDefinition,
  options: LoadOptions,
): Problem[] {
  const own = kind === 'workspace' || kind === 'app' ? code : undefined
  const parts = namespace === GLOBAL || namespace.startsWith('ext_') ? [] : namespace.split('.')
  const names = [...new Set([...parts, code])].filter((name) => name !== '')
  const problems = names
    .filter((name) => !/^[A-Za-z_]\w{0,49}$/.test(name))
    .map((name) =>
      wholeFile(
        file,
        `"${name}" is not a valid code: letters, digits and "_", at most 50, not starting with a digit`,
      ),
    )
  for (const name of names) {
    if (isReserved(name) || (name === own && RESERVED.includes(own))) {
      problems.push(wholeFile(file, `the code "${name}" is reserved`))
    }
  }
  if (own?.startsWith('_') && !options.isBuiltIn) {
    const isAtHome = kind === 'app' && namespace.startsWith('_')
    problems.push(systemCode(file, own, isAtHome))
  }
  if (kind === 'extension' && !/^_\w*\._/.test(namespace)) {
    const message = 'only built-in apps are extended: change the app itself'
    problems.push(wholeFile(file, message))
  }
  if (kind === 'workspace' && own?.startsWith('ext_')) {
    problems.push(wholeFile(file, 'codes starting with "ext_" are reserved for modules'))
  }
  return problems
}

/** An app in a built-in workspace may have such a code, because programs expect it there. */
const systemCode = (file: string, own: string, isAtHome: boolean): Problem =>
  isAtHome
    ? { ...wholeFile(file, likeBuiltIn(own)), severity: 'warning' }
    : wholeFile(file, `codes starting with "_" are reserved for the system: "${own}"`)

/**
 * Everything in a workspace needs its workspace, everything of an app its app. A file that could
 * not be read counts as present: its own problem is enough. Built-in ones are not among the files: what
 * lies in them is checked with the references.
 */
function checkHomes(definitions: LoadedDefinition[], files: SourceFile[]): Problem[] {
  const homes = new Set(
    files.flatMap(({ path }) => {
      const found = identify(path)
      return found ? [`${found.kind}:${found.namespace}/${found.code}`] : []
    }),
  )
  const has = (kind: Kind, namespace: string, code: string) =>
    homes.has(`${kind}:${namespace}/${code}`)
  return definitions.flatMap(({ namespace, file }) => {
    if (namespace === GLOBAL || namespace.startsWith('ext_')) return []
    const [workspace = '', app] = namespace.split('.')
    if (workspace.startsWith('_')) return []
    if (!has('workspace', workspace, workspace)) {
      return [wholeFile(file, `the workspace "${workspace}" has no workspace.yaml`)]
    }
    return app !== undefined && !has('app', workspace, app)
      ? [wholeFile(file, `the app "${workspace}/${app}" is missing`)]
      : []
  })
}
