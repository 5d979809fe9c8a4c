import type { Edit, FileEntry } from './draft/types.ts'
import kinds from './kinds.json'
import type { BuildTexts } from './texts.ts'

export type Kind = keyof typeof kinds
/** Kinds of definitions as the server declares them, in the order in which people look for them. */
export const KINDS = Object.keys(kinds) as Kind[]
export const ATTACHMENT = 'attachment'

/** What people can add by hand: whatever has words for it. */
export type Added = keyof BuildTexts['shell']['added']

/** Whatever acts with the rights of the system or of a user, or is everybody's, is left to administrators. */
export const mayAdd = ({ isAdministrator }: { isAdministrator: boolean }, kind: Kind): boolean =>
  isAdministrator || !kinds[kind].isForAdministrators

/** `app` is the file of the app that it belongs to. */
export type Start = { workspace: string; app?: string; code: string; name: string }

/** Those that belong to an app. */
export const isOfApp = (kind: Kind): boolean => kinds[kind].path.includes('{app}')

/** Those that belong to the whole company, not to a workspace. */
export const isOfCompany = (kind: Kind): boolean =>
  kind === 'workspace' || !kinds[kind].path.includes('{workspace}')

/** Where the file of a new one is. */
export const pathOf = (kind: Kind, { workspace, app = '', code }: Omit<Start, 'name'>): string =>
  kinds[kind].path
    .replace(/^.*\{app\}/, app.replace(/\.yaml$/, ''))
    .replace('{workspace}', kind === 'workspace' ? code : workspace)
    .replace('{code}', code)

export const workspaceOf = (path: string): string => /^workspaces\/([^/]+)\//.exec(path)?.[1] ?? ''

/** The file of the workspace, if the draft does not have it yet. */
export function workspaceEdits(files: readonly FileEntry[], start: Start): Edit[] {
  const file = pathOf('workspace', { workspace: '', code: start.workspace })
  const isThere = files.some(({ path, state }) => path === file && state !== 'removed')
  return isThere ? [] : [{ file, op: 'create', value: { name: start.name } }]
}

export const kindOf = ({ kind }: FileEntry): string => kind ?? ATTACHMENT

/** undefined for files that define nothing. */
const factsOf = ({ kind }: FileEntry): (typeof kinds)[Kind] | undefined => kinds[kind as Kind]

/** Whether its code is in its path, so that it can have another. */
export const hasCode = (entry: FileEntry): boolean =>
  !entry.isReadOnly && factsOf(entry)?.hasOwnCode === true

/** Whether its code is the address of data, links and programs once it is published. */
export const keepsData = (entry: FileEntry): boolean => factsOf(entry)?.hasFreeCode === false

export const nameOf = ({ name, path }: FileEntry): string => name || (path.split('/').at(-1) ?? '')

const ENDINGS: string[] = KINDS.flatMap((kind) => kinds[kind].endings)

/** The definition that a diagram or a table of cases belongs to. */
export function ownerPath(path: string): string {
  const ending = ENDINGS.find((each) => path.endsWith(each))
  return ending === undefined ? path : `${path.slice(0, -ending.length)}.yaml`
}

/**
 * What people see of the files: diagrams belong to their definition, which is changed where its diagram
 * is. A diagram of no definition stays by itself.
 */
export function shownFiles(files: readonly FileEntry[]): FileEntry[] {
  const isPart = ({ kind, path }: FileEntry) =>
    !kind && ownerPath(path) !== path && files.some((each) => each.path === ownerPath(path))
  return files
    .filter((entry) => !isPart(entry))
    .map((entry) => {
      const isDrawnAnew = files.some(
        (each) => isPart(each) && ownerPath(each.path) === entry.path && each.state !== 'same',
      )
      return entry.state === 'same' && isDrawnAnew ? { ...entry, state: 'changed' } : entry
    })
}

/** `apps/orders.yaml` has its processes in `apps/orders/`; diagrams, cases and holidays lie beside what they belong to. */
export function ownPaths(files: readonly FileEntry[], { path, kind }: FileEntry): string[] {
  const folder = kind === 'workspace' ? path.replace(/[^/]+$/, '') : path.replace(/\.yaml$/, '/')
  return files
    .filter((each) => each.state !== 'removed')
    .map((each) => each.path)
    .filter((each) => each === path || ownerPath(each) === path || each.startsWith(folder))
}
