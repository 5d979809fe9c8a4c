import { moduleNamespace } from '../../definitions/layout.ts'
import { referencesOf } from '../../definitions/references.ts'
import type { Snapshot, StoredDefinition } from '../../definitions/snapshot.ts'
import type { Blocking, Exportable } from './export-operations.ts'

type Any = Pick<StoredDefinition, 'kind' | 'namespace' | 'code' | 'body'>

/**
 * A package is exportable when nothing in it points outside of it, except to the system's own
 * workspaces. Every reference that does not fit is named.
 */
export function checkPackage(
  content: Any[],
  isInside: (namespace: string, code: string) => boolean,
): Exportable {
  const errors = content.flatMap((definition) =>
    referencesOf(definition)
      .filter(({ namespace, code }) => !isInside(namespace, code) && !namespace.startsWith('_'))
      .filter(({ kind }) => kind !== 'group')
      .map(({ kind, namespace, code, field }): Blocking => {
        const who =
          field === undefined
            ? `${definition.kind} ${definition.code}`
            : `field ${field} of ${definition.code}`
        return {
          message: `${who} refers to the ${kind} ${namespace}/${code} outside the package`,
          namespace,
          code,
        }
      }),
  )
  const warnings = content.flatMap((definition) =>
    referencesOf(definition)
      .filter(({ kind, namespace, code }) => kind === 'group' && !isInside(namespace, code))
      .map(
        ({ namespace, code }): Blocking => ({
          message: `${definition.kind} ${definition.code} names the group ${namespace}/${code}, which must exist where it is imported`,
          namespace,
          code,
        }),
      ),
  )
  return { exportable: errors.length === 0, errors, warnings }
}

/** Groups go to another system as people do, not with the package. */
const everything = (snapshot: Snapshot): Any[] =>
  snapshot.everything().filter(({ kind, deletedAt }) => kind !== 'group' && deletedAt === null)

const homeOf = (namespace: string) => namespace.split('.')[0] ?? ''

export function appExportable(snapshot: Snapshot, app: StoredDefinition<'app'>): Exportable {
  if (app.code.startsWith('_'))
    return refused(`the system app ${app.namespace}/${app.code} cannot be exported alone`)
  const own = `${app.namespace}.${app.code}`
  const content = everything(snapshot).filter(
    ({ kind, namespace, code }) =>
      namespace === own || (kind === 'app' && namespace === app.namespace && code === app.code),
  )
  return checkPackage(
    content,
    (namespace, code) => namespace === own || (namespace === app.namespace && code === app.code),
  )
}

export function workspaceExportable(snapshot: Snapshot, workspace: string): Exportable {
  if (workspace.startsWith('_'))
    return refused(`the system workspace ${workspace} cannot be exported`)
  const content = everything(snapshot).filter(({ namespace }) => homeOf(namespace) === workspace)
  return checkPackage(content, (namespace) => homeOf(namespace) === workspace)
}

export function moduleExportable(
  snapshot: Snapshot,
  module: StoredDefinition<'module'>,
): Exportable {
  const own = moduleNamespace(module.code)
  const content = everything(snapshot).filter(({ namespace }) => namespace === own)
  return checkPackage(content, (namespace) => namespace === own)
}

export function solutionExportable(
  snapshot: Snapshot,
  solution: StoredDefinition<'solution'>,
): Exportable {
  if (solution.code.startsWith('_'))
    return refused(`the system solution ${solution.code} cannot be exported`)
  const homes = new Set(
    snapshot
      .live('workspace')
      .filter((each) => each.solution === solution.code)
      .map(({ code }) => code),
  )
  const modules = snapshot.live('module').filter((each) => each.solution === solution.code)
  for (const { code } of modules) homes.add(moduleNamespace(code))
  const content = everything(snapshot).filter(({ namespace }) => homes.has(homeOf(namespace)))
  return checkPackage(content, (namespace) => homes.has(homeOf(namespace)))
}

const refused = (message: string): Exportable => ({
  exportable: false,
  errors: [{ message }],
  warnings: [],
})
