import { changesOf } from '../../../lib/changes.ts'
import { invalid } from '../../../lib/errors.ts'
import type { EventTypeOf } from '../../../lib/event-types.ts'
import type { Context } from '../../../platform/context.ts'
import { leaveGroups } from '../groups/members.ts'
import * as store from './store.ts'

export type OrgUnit = {
  id: string
  kind: 'department' | 'position'
  code: string
  name: string
  parent: string | null
  isHead: boolean
  users: string[]
}

export async function listOrgUnits(ctx: Context): Promise<OrgUnit[]> {
  const units = await store.listUnits(ctx.db)
  const holders = Map.groupBy(await store.listHolders(ctx.db), (holder) => holder.position_id)
  return units.map(({ id, kind, code, name, parent_id, is_head }) => ({
    id,
    kind: kind as OrgUnit['kind'],
    code,
    name,
    parent: parent_id,
    isHead: is_head,
    users: (holders.get(id) ?? []).map((holder) => holder.user_id),
  }))
}

/** The nearest heads above a user, in one department or several: their managers. */
export async function headsOf(ctx: Context, userId: string): Promise<string[]> {
  const superiors = await store.listSuperiors(ctx.db, userId)
  return superiors.filter(({ is_nearest }) => is_nearest).map(({ id }) => id)
}

/** Everybody in the departments that a user heads, at any depth, by name. */
export const listSubordinates = (ctx: Context, userId: string): Promise<store.Subordinate[]> =>
  store.listSubordinates(ctx.db, userId)

/** Returns the positions before and after; undefined if nothing changed. */
export async function replacePositions(
  ctx: Context,
  userId: string,
  wanted: string[],
): Promise<{ before: string[]; after: string[] } | undefined> {
  const before = await store.listPositionsOf(ctx.db, userId)
  const after = [...new Set(wanted)].sort()
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  if (added.length + removed.length === 0) return undefined
  await requirePositions(ctx, added)
  await store.insertPositions(ctx.db, userId, added, null)
  await store.deletePositions(ctx.db, userId, removed)
  return { before, after }
}

/** Returns the positions the user held. */
export async function leavePositions(ctx: Context, userId: string): Promise<string[]> {
  const positions = await store.listPositionsOf(ctx.db, userId)
  await store.deletePositions(ctx.db, userId, positions)
  return positions
}

export type NewUnit = Pick<
  store.UnitRow,
  'id' | 'kind' | 'code' | 'name' | 'parent_id' | 'is_head' | 'sort' | 'solution'
>

export async function createUnit(ctx: Context, unit: NewUnit): Promise<void> {
  const { id: by } = ctx.user
  const now = ctx.now()
  await store.insertUnit(ctx.db, {
    ...unit,
    created_at: now,
    created_by: by,
    updated_at: now,
    updated_by: by,
  })
  await emit(ctx, 'org_unit.created', unit, { name: unit.name })
}

export async function updateUnit(
  ctx: Context,
  unit: store.UnitRow,
  changed: Partial<store.UnitRow>,
): Promise<void> {
  const updated = { updated_at: ctx.now(), updated_by: ctx.user.id }
  await store.saveUnit(ctx.db, unit.id, { ...changed, ...updated })
  await emit(ctx, 'org_unit.updated', unit, { changes: changesOf(unit, changed) })
}

/** Removes all holders, and the unit from all groups. */
export async function deleteUnit(ctx: Context, unit: store.UnitRow): Promise<void> {
  const updated = { updated_at: ctx.now(), updated_by: ctx.user.id }
  await store.saveUnit(ctx.db, unit.id, { deleted_at: ctx.now(), ...updated })
  await store.deleteHolders(ctx.db, unit.id)
  await leaveGroups(ctx, unit.id)
  await emit(ctx, 'org_unit.deleted', unit, { name: unit.name })
}

export async function putOnPosition(
  ctx: Context,
  position: string,
  user: string,
  solution: string,
): Promise<void> {
  await store.insertPositions(ctx.db, user, [position], solution)
  await emit(ctx, 'org_unit.users_added', { id: position }, { users: [user] })
}

export async function takeOffPosition(ctx: Context, position: string, user: string): Promise<void> {
  await store.deletePositions(ctx.db, user, [position])
  await emit(ctx, 'org_unit.users_removed', { id: position }, { users: [user] })
}

const emit = (
  ctx: Context,
  type: EventTypeOf<'org_unit'>,
  { id }: { id: string },
  data: Record<string, unknown>,
) => ctx.emit({ type, object: `org_unit:${id}`, data })

async function requirePositions(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const units = await store.listUnits(ctx.db)
  const positions = new Set(units.filter(({ kind }) => kind === 'position').map(({ id }) => id))
  const unknown = ids.find((id) => !positions.has(id))
  if (unknown) throw invalid(`field "positions": position not found: ${unknown}`)
}
