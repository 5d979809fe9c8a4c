import type { EventTypeOf } from '../../lib/event-types.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Grant } from './operations.ts'
import * as store from './store/defined-grants.ts'

export type WantedGrant = store.WantedGrant

/** Makes the grants of one solution, or a selection of them, exactly these; grants given by hand are not changed. */
export async function replaceDefinedGrants(
  ctx: Context,
  solution: string,
  grants: readonly store.WantedGrant[],
  isMeant: (grant: store.WantedGrant) => boolean = () => true,
): Promise<void> {
  const origin = `definition:${solution}`
  for (const { right, kind, object } of grants) ctx.access.check(right, { kind, id: object })
  const wanted = new Map(grants.map((grant) => [keyOf(grant), grant]))
  const present = (await store.listByOrigin(ctx.db, origin)).filter(isMeant)
  const gone = present.filter((grant) => !wanted.has(keyOf(grant)))
  for (const grant of present) wanted.delete(keyOf(grant))
  await store.deleteGrants(
    ctx.db,
    gone.map(({ id }) => id),
  )
  const added = [...wanted.values()].map((grant) => ({ id: newId(), ...grant }))
  const by = { now: ctx.now(), by: ctx.user.id, origin }
  const inserted = added.length > 0 ? await store.insertGrants(ctx.db, added, by) : []
  for (const grant of gone) await emit(ctx, 'access.revoked', grant)
  for (const grant of inserted) await emit(ctx, 'access.granted', grant)
}

/** A renamed object keeps its grants, including those given by hand. */
export async function moveGrants(
  ctx: Context,
  { kind, from, to }: { kind: string; from: string; to: string },
): Promise<void> {
  const moved = await store.moveGrants(ctx.db, { kind, from, to })
  const doubles = await store.deleteGrantsOn(ctx.db, { kind, object: from })
  for (const grant of [...moved, ...doubles]) {
    await emit(ctx, 'access.revoked', { ...grant, object: from })
  }
  for (const grant of moved) await emit(ctx, 'access.granted', grant)
}

export type PresentGrant = Grant & { isByHand: boolean }

/** All grants on these objects, including those given by hand. */
export const listPresentGrants = (
  ctx: Context,
  objects: readonly store.GrantOn[],
): Promise<PresentGrant[]> => store.listOnObjects(ctx.db, objects)

function emit(ctx: Context, type: EventTypeOf<'grant'>, grant: Grant): Promise<void> {
  ctx.changed('grants')
  return ctx.emit({ type, object: `${grant.kind}:${grant.object}`, data: grant })
}

/** Identifies equal grants. */
export const keyOf = ({ kind, object, right, subjectKind, subject }: store.WantedGrant) =>
  JSON.stringify([kind, object, right, subjectKind, subject])
