import type { AppliedDefinition } from '../../definitions/references.ts'
import { type StoredDefinition, snapshotOf } from '../../definitions/snapshot.ts'
import { pathOf } from '../../lib/app-path.ts'
import type { Context } from '../../platform/context.ts'

/** Kinds that have read rights of their own; others are seen with their workspace. */
const GRANTED = ['app', 'report', 'process', 'decision']
const GLOBAL = 'global'

/**
 * Definitions of other solutions as the caller may know them: without fields that are hidden from them.
 * Hints of checks name nothing of those whose workspace is closed to the caller.
 */
export async function asSeen(
  ctx: Context,
  others: readonly StoredDefinition[],
): Promise<AppliedDefinition[]> {
  if (ctx.user.isAdministrator) return [...others]
  const own = await snapshotOf(ctx)
  return Promise.all(
    others.map(async (each) => {
      const { kind, namespace, code } = each
      const { body } = own.find(kind, namespace, code) ?? each
      return { kind, namespace, code, body, isClosed: !(await maySee(ctx, each)) }
    }),
  )
}

function maySee(ctx: Context, { kind, namespace, code }: StoredDefinition): Promise<boolean> {
  const [workspace = ''] = namespace.split('.')
  const can = (resource: string, id: string) =>
    ctx.access.can(ctx.db, ctx.user, 'read', { kind: resource, id })
  if (workspace === GLOBAL || workspace.startsWith('ext_')) return Promise.resolve(true)
  return GRANTED.includes(kind)
    ? can(kind, pathOf({ namespace, code }))
    : can('workspace', workspace)
}
