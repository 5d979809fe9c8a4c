import { type StoredDefinition, snapshotOf } from '../../definitions/snapshot.ts'
import { definedResource } from '../../kinds/resources.ts'
import { type AppAddress, pathOf } from '../../lib/app-path.ts'
import { requireObject } from '../../lib/existence.ts'
import type { Context } from '../../platform/context.ts'

export type Decision = StoredDefinition<'decision'>

export const decisionResource = definedResource('decision')

export const mayOnDecision = (ctx: Context, right: string, { namespace, code }: AppAddress) =>
  ctx.access.can(ctx.db, ctx.user, right, { kind: 'decision', id: pathOf({ namespace, code }) })

/** Those that the caller may read, and so evaluate, sorted by name. */
export async function findDecisions(ctx: Context): Promise<Decision[]> {
  const live = (await snapshotOf(ctx)).live('decision')
  const isAllowed = await Promise.all(live.map((each) => mayOnDecision(ctx, 'read', each)))
  return live
    .filter((_, at) => isAllowed[at])
    .toSorted((one, other) => one.body.name.localeCompare(other.body.name))
}

export async function getDecision(
  ctx: Context,
  { namespace, code }: AppAddress,
): Promise<Decision> {
  const found = (await snapshotOf(ctx)).find('decision', namespace, code)
  return requireObject({
    kind: 'decision',
    id: pathOf({ namespace, code }),
    found: found?.deletedAt ? undefined : found,
    placeholder: undefined,
    may: (right) => mayOnDecision(ctx, right, { namespace, code }),
  })
}
