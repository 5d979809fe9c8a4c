import { definitionId } from '../lib/codes.ts'
import type { Kind } from './kinds.ts'

/** What a file defines, derived from its path. */
export type Identity = { kind: Kind; namespace: string; code: string }

const NAME = '([^/]+)'
/** Company-wide things belong to this namespace. */
export const GLOBAL = 'global'

type Rule = { pattern: RegExp; identify: (...parts: string[]) => Identity }

const rule = (path: string, identify: Rule['identify']): Rule => ({
  pattern: new RegExp(`^${path.replaceAll('*', NAME)}\\.yaml$`),
  identify,
})

/** Folders of things that live in a workspace, in one of its apps, or in a module. */
const FOLDERS: Record<string, Kind> = {
  contracts: 'contract',
  reports: 'report',
  processes: 'process',
  decisions: 'decision',
  documents: 'document',
  forms: 'public-form',
  pages: 'page',
  widgets: 'widget',
  groups: 'group',
}
const IN_APP = ['processes', 'documents', 'groups', 'forms']
/** Only there. */
const OF_APPS = ['forms']

const of = (kind: Kind, namespace: string, code: string): Identity => ({ kind, namespace, code })

/** The namespace in which the processes and apps of a module live. */
export const moduleNamespace = (code: string): string =>
  `ext_${definitionId('module', GLOBAL, code)}`

const rules: Rule[] = [
  rule('solution', () => of('solution', GLOBAL, '')),
  rule('people/users', () => of('users', GLOBAL, 'users')),
  rule('people/org-chart', () => of('org-chart', GLOBAL, 'org_chart')),
  rule('people/groups/*', (code) => of('group', GLOBAL, code)),
  rule('nomenclature', () => of('nomenclature', GLOBAL, 'nomenclature')),
  rule('calendars/*', (code) => of('calendar', GLOBAL, code)),
  rule('channels/*', (code) => of('channel', GLOBAL, code)),
  rule('modules/*', (code) => of('module', GLOBAL, code)),
  rule('modules/*/processes/*', (module, code) => of('process', moduleNamespace(module), code)),
  rule('workspaces/*/workspace', (code) => of('workspace', code, code)),
  rule('workspaces/*/apps/*', (namespace, code) => of('app', namespace, code)),
  // Its code is that of the solution, as each may add to the same app.
  rule('workspaces/*/apps/*/extension', (namespace, app) =>
    of('extension', `${namespace}.${app}`, ''),
  ),
  ...Object.entries(FOLDERS)
    .filter(([folder]) => !OF_APPS.includes(folder))
    .map(([folder, kind]) =>
      rule(`workspaces/*/${folder}/*`, (namespace, code) => of(kind, namespace, code)),
    ),
  ...IN_APP.map((folder) =>
    rule(`workspaces/*/apps/*/${folder}/*`, (namespace, app, code) =>
      of(FOLDERS[folder] ?? 'process', `${namespace}.${app}`, code),
    ),
  ),
]

/** undefined = a file that defines nothing itself: a diagram, a document, demo data. */
export function identify(path: string): Identity | undefined {
  if (isCases(path)) return undefined
  for (const { pattern, identify } of rules) {
    const match = pattern.exec(path)
    if (match) return identify(...match.slice(1))
  }
  return undefined
}

/** Cases of decisions and processes stand beside them. */
const isCases = (path: string): boolean => path.endsWith('.cases.yaml')

/** Files that may accompany definitions. */
export const isAttachment = (path: string): boolean =>
  /\.(bpmn|dmn|ics|docx|xlsx|sql|md)$/i.test(path) || isCases(path) || path.startsWith('data/')
