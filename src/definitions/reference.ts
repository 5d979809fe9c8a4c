import { parsePath } from '../lib/app-path.ts'
import { withoutHint } from '../lib/did-you-mean.ts'
import type { FieldDefinition } from './field.ts'
import type { AppliedDefinition, Around } from './kind.ts'
import type { Kind } from './kinds.ts'
import { GLOBAL } from './layout.ts'
import type { Issue, Path } from './source.ts'

/** A reference to another definition. `path` is its location. */
export type Reference = { kind: Kind; namespace: string; code: string; path: Path; field?: string }

/** Somebody whom a definition names, as the last key of the path or as the value there. */
export type NamedSubject = { subject: string; path: Path; isKey?: true }

export const toDefinition = (kind: Kind, path: string, at: Path): Reference => ({
  ...{ kind, ...parsePath(path), path: at },
})

/** None where nothing is named. */
export const toOptional = (kind: Kind, path: string | undefined, at: Path): Reference[] =>
  path === undefined ? [] : [toDefinition(kind, path, at)]

/** The app that something lies in: `crm.deals` is the namespace of what `crm/deals` has. */
export const appAround = (namespace: string) => parsePath(namespace.replace('.', '/'))

export type Linking = { app?: string; apps?: string[]; columns?: Record<string, FieldDefinition> }

export const inFields = (fields: Record<string, FieldDefinition>, path: Path): Reference[] =>
  Object.entries(fields).flatMap(([code, field]) => {
    const { app, apps = [], columns } = field as Linking
    const at = [...path, code]
    return [
      ...toOptional('app', app, [...at, 'app']).map((each) => ({ ...each, field: code })),
      ...apps.map((each, index) => ({
        ...toDefinition('app', each, [...at, 'apps', index]),
        field: code,
      })),
      ...(columns ? inFields(columns, [...at, 'columns']) : []),
    ]
  })

export const inRights = (
  rights: Record<string, readonly string[]>,
  path: Path = ['rights'],
): NamedSubject[] =>
  Object.keys(rights).map((subject) => ({ subject, path: [...path, subject], isKey: true }))

export const inSubjects = (subjects: readonly string[] = [], path: Path): NamedSubject[] =>
  subjects.map((subject, at) => ({ subject, path: [...path, at] }))

/**
 * Users and places in the org chart are found by name when people are applied; groups are
 * definitions, and one without a workspace is the company's.
 */
export function groupIn({ subject, path }: NamedSubject): Reference[] {
  const [kind, target = ''] = subject.split(':')
  if (kind !== 'group') return []
  const [first = '', second] = target.split('/')
  const home = second === undefined ? GLOBAL : first
  return [{ kind: 'group', namespace: home, code: second ?? first, path }]
}

/** The app or the contract that something is made of. */
export const sourceIn = (
  { app, contract }: { app?: string | undefined; contract?: string | undefined },
  { find }: Around,
) => {
  if (app !== undefined) return find('app', parsePath(app))
  return contract === undefined ? undefined : find('contract', parsePath(contract))
}

/** Problems with something that is closed say nothing of what it has instead. */
export const forReaders = (
  issues: Issue[],
  ...of: (Pick<AppliedDefinition, 'isClosed'> | undefined)[]
): Issue[] =>
  of.some((each) => each?.isClosed)
    ? issues.map((issue) => ({ ...issue, message: withoutHint(issue.message) }))
    : issues
