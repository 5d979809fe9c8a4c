import type { AppliedDefinition } from '../../definitions/kind.ts'
import { type Body, kindOf } from '../../definitions/kinds.ts'
import { GLOBAL } from '../../definitions/layout.ts'
import { type StoredDefinition, snapshotOf } from '../../definitions/snapshot.ts'
import { pathOf } from '../../lib/app-path.ts'
import type { Context } from '../../platform/context.ts'

/**
 * Definitions of other solutions as the caller may know them: without fields that are hidden from them.
 * Hints of checks name nothing of those whose workspace is closed to the caller.
 */
export async function asVisible(
  ctx: Context,
  others: readonly StoredDefinition[],
): Promise<AppliedDefinition[]> {
  if (ctx.user.isAdministrator) return [...others]
  const own = await snapshotOf(ctx)
  return Promise.all(
    others.map(async (each) => {
      const { kind, namespace, code } = each
      const { body } = own.find(kind, namespace, code) ?? each
      const isClosed = !(await maySee(ctx, each))
      return { kind, namespace, code, body: asWritten(each, body), isClosed }
    }),
  )
}

/** What the caller sees of an app has the fields of extensions, too: they are definitions by themselves. */
function asWritten(
  { kind, body: written }: StoredDefinition,
  seen: StoredDefinition['body'],
): StoredDefinition['body'] {
  if (kind !== 'app') return seen
  const [{ fields }, app] = [written as Body<'app'>, seen as Body<'app'>]
  const own = Object.entries(app.fields).filter(([code]) => Object.hasOwn(fields, code))
  return { ...app, fields: Object.fromEntries(own) }
}

function maySee(ctx: Context, { kind, namespace, code }: StoredDefinition): Promise<boolean> {
  const [workspace = ''] = namespace.split('.')
  const can = (resource: string, id: string) =>
    ctx.access.can(ctx.db, ctx.user, 'read', { kind: resource, id })
  if (workspace === GLOBAL || workspace.startsWith('ext_')) return Promise.resolve(true)
  const hasRights = kind !== 'workspace' && 'rights' in kindOf(kind).schema.shape
  return hasRights ? can(kind, pathOf({ namespace, code })) : can('workspace', workspace)
}
