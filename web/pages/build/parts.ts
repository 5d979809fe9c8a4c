import type { Edit, FileEntry } from './draft/types.ts'

/** Kinds of definitions in the order in which people look for them. */
export const KINDS = [
  ...['app', 'process', 'page', 'widget', 'report', 'decision', 'contract', 'document'],
  ...['public-form', 'extension', 'group'],
  ...[
    'workspace',
    'nomenclature',
    'calendar',
    'channel',
    'module',
    'org-chart',
    'users',
    'solution',
  ],
] as const
export const ATTACHMENT = 'attachment'

/** What people can add by hand. */
const ADDED = [
  'app',
  'process',
  'decision',
  'report',
  'page',
  'public-form',
  'group',
  'module',
  'workspace',
  'calendar',
] as const
export type Added = (typeof ADDED)[number]

/**
 * Processes act with the rights of the system, forms and modules with those of a user; groups and calendars are
 * everybody's.
 */
const FOR_ADMINISTRATORS: readonly Added[] = [
  ...(['process', 'public-form', 'group', 'module', 'calendar'] as const),
]

export const addedBy = ({ isAdministrator }: { isAdministrator: boolean }): readonly Added[] =>
  isAdministrator ? ADDED : ADDED.filter((kind) => !FOR_ADMINISTRATORS.includes(kind))

/** `app` is the file of the app that it belongs to. */
export type Start = { workspace: string; app?: string; code: string; name: string }

/** Those that belong to an app. */
export const isOfApp = (kind: Added): boolean => kind === 'public-form'

/** Those that belong to the whole company, not to a workspace. */
export const isOfCompany = (kind: Added): boolean =>
  kind === 'calendar' || kind === 'workspace' || kind === 'module'

const FOLDERS: Record<
  Exclude<Added, 'workspace' | 'calendar' | 'module' | 'public-form'>,
  string
> = {
  app: 'apps',
  process: 'processes',
  decision: 'decisions',
  report: 'reports',
  page: 'pages',
  group: 'groups',
}

export function pathOf(kind: Added, { workspace, app = '', code }: Omit<Start, 'name'>): string {
  if (kind === 'public-form') return `${app.replace(/\.yaml$/, '')}/forms/${code}.yaml`
  if (kind === 'workspace') return `workspaces/${code}/workspace.yaml`
  if (kind === 'calendar' || kind === 'module') return `${kind}s/${code}.yaml`
  return `workspaces/${workspace}/${FOLDERS[kind]}/${code}.yaml`
}

export const workspaceOf = (path: string): string => /^workspaces\/([^/]+)\//.exec(path)?.[1] ?? ''

/** The file of the workspace, if the draft does not have it yet. */
export function workspaceEdits(files: readonly FileEntry[], start: Start): Edit[] {
  const file = pathOf('workspace', { workspace: '', code: start.workspace })
  const isThere = files.some(({ path, state }) => path === file && state !== 'removed')
  return isThere ? [] : [{ file, op: 'create', value: { name: start.name } }]
}

export const kindOf = ({ kind }: FileEntry): string => kind ?? ATTACHMENT

/** Of these there is one in a solution. */
const WITHOUT_CODE = [
  ...['solution', 'extension', 'users', 'org-chart', 'nomenclature'],
  ATTACHMENT,
]

export const hasCode = (entry: FileEntry): boolean =>
  !entry.isReadOnly && !WITHOUT_CODE.includes(kindOf(entry))

export const nameOf = ({ name, path }: FileEntry): string => name || (path.split('/').at(-1) ?? '')

const DRAWN = /\.(bpmn|dmn|cases\.yaml|ics)$/

/** The definition that a diagram or a table of cases belongs to. */
export const ownerPath = (path: string): string => path.replace(DRAWN, '.yaml')

/**
 * What people see of the files: diagrams belong to their definition, which is changed where its diagram
 * is. A diagram of no definition stays by itself.
 */
export function shownFiles(files: readonly FileEntry[]): FileEntry[] {
  const isPart = ({ kind, path }: FileEntry) =>
    kind === null && DRAWN.test(path) && files.some((each) => each.path === ownerPath(path))
  return files
    .filter((entry) => !isPart(entry))
    .map((entry) => {
      const isDrawnAnew = files.some(
        (each) => isPart(each) && ownerPath(each.path) === entry.path && each.state !== 'same',
      )
      return entry.state === 'same' && isDrawnAnew ? { ...entry, state: 'changed' } : entry
    })
}
