import { loadSolution } from '../../definitions/load.ts'
import { referencesOf } from '../../definitions/references.ts'
import { forbidden } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { type Content, stateOf, toSources } from './files.ts'
import { fileRules, requireChange } from './policy.ts'

/**
 * Processes act with the rights of the system, so a process that somebody without the rights of an
 * administrator publishes may name only what they manage.
 */
export async function requireReach(
  ctx: Context,
  solution: string,
  content: Content,
): Promise<void> {
  if (ctx.user.isAdministrator) return
  const rules = await fileRules(ctx, solution)
  const paths = new Set([...content.base.keys(), ...content.files.keys()])
  const changed = [...paths].filter((path) => stateOf(content, path) !== 'same')
  for (const path of changed) requireChange(rules, path)
  const { readable } = loadSolution(toSources(content.files))
  const own = new Set(
    readable.definitions.map(({ kind, namespace, code }) => `${kind}:${namespace}/${code}`),
  )
  for (const definition of readable.definitions) {
    if (definition.kind !== 'process' || stateOf(content, definition.file) === 'same') continue
    for (const { kind, namespace, code } of referencesOf(definition)) {
      if (own.has(`${kind}:${namespace}/${code}`)) continue
      const may = await ctx.access.can(ctx.db, ctx.user, 'manage', {
        kind: 'workspace',
        id: namespace.split('.')[0] ?? '',
      })
      if (!may)
        throw forbidden(
          `${definition.file} refers to ${namespace}/${code}, which only administrators may use in this process`,
        )
    }
  }
}
