import { invalid } from '../../../lib/errors.ts'
import { ALL_USERS } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { AppEvent } from '../../../platform/events.ts'
import { IDENTITY } from '../../access/identity.ts'
import { lockMemberships, requireAdministrator } from './membership.ts'
import { pathsUp } from './paths.ts'
import { emit, lockGroup, lockOwnGroup } from './service.ts'
import * as store from './store/members.ts'
import { listEdgesAbove, listUnits, type Unit } from './store/membership.ts'

/** Returns what was added: unknown ids and existing members are ignored. */
export async function addItems(ctx: Context, reference: string, ids: string[]): Promise<string[]> {
  await lockMemberships(ctx)
  const group = await lockOwnGroup(ctx, reference)
  refuseEverybody(group)
  return inOrderOf(ids, await addMembers(ctx, group.id, ids))
}

/** Returns what was removed. */
export async function removeItems(
  ctx: Context,
  reference: string,
  ids: string[],
): Promise<string[]> {
  await lockMemberships(ctx)
  const group = await lockOwnGroup(ctx, reference)
  refuseEverybody(group)
  const removed = await removeMembers(ctx, group.id, ids)
  if (removed.length > 0) await requireAdministrator(ctx)
  return inOrderOf(ids, removed)
}

/** The caller holds the lock on all memberships. */
export async function addMembers(
  ctx: Context,
  groupId: string,
  ids: string[],
  solution: string | null = null,
): Promise<string[]> {
  const group = await lockGroup(ctx, groupId)
  const known = new Map((await listUnits(ctx.db, ids)).map((unit) => [unit.id, unit]))
  const units = [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
  await refuseCycle(ctx, group, units)
  const added = await store.insertMembers(ctx.db, group.id, units, solution)
  if (added.length === 0) return []
  ctx.changed(IDENTITY)
  await emit(ctx, 'group.items_added', group, { items: added })
  return added
}

/** The caller holds the lock on all memberships. */
export async function removeMembers(
  ctx: Context,
  groupId: string,
  ids: string[],
): Promise<string[]> {
  const group = await lockGroup(ctx, groupId)
  const removed = await store.deleteMembers(ctx.db, group.id, ids)
  if (removed.length === 0) return []
  ctx.changed(IDENTITY)
  await emit(ctx, 'group.items_removed', group, { items: removed })
  return removed
}

/** A new user joins the default groups, unless they are a guest. */
export async function joinDefaultGroups(
  ctx: Context,
  { object }: Pick<AppEvent, 'object'>,
): Promise<void> {
  const user = object.slice('user:'.length)
  for (const group of await store.insertIntoDefaultGroups(ctx.db, user)) {
    await emit(ctx, 'group.items_added', group, { items: [user] })
  }
}

/** Removes a deleted user from all groups; returns the ids of the groups. */
export const leaveGroups = (ctx: Context, userId: string): Promise<string[]> =>
  store.deleteMemberships(ctx.db, userId)

const inOrderOf = (ids: string[], done: string[]): string[] => {
  const isDone = new Set(done)
  return [...new Set(ids)].filter((id) => isDone.has(id))
}

function refuseEverybody({ id, name }: { id: string; name: string }): void {
  if (id === ALL_USERS) throw invalid(`everybody is a member of "${name}": it cannot be edited`)
}

/** Refuses a group inside itself, directly or through others. */
async function refuseCycle(ctx: Context, group: Named, units: Unit[]): Promise<void> {
  const groups = units.filter(({ kind }) => kind === 'group')
  if (groups.length === 0) return
  const above = await listEdgesAbove(ctx.db, [group.id])
  for (const inner of groups) {
    const path = inner.id === group.id ? [group.id] : pathsUp(above, group.id, inner.id)[0]
    if (path) throw invalid(await cycleInWords(ctx, [inner.id, group.id, ...path]))
  }
}

type Named = { id: string; name: string }

async function cycleInWords(ctx: Context, ids: string[]): Promise<string> {
  const names = new Map((await listUnits(ctx.db, ids)).map(({ id, name }) => [id, name]))
  const [outer, ...inner] = [...new Set(ids), ids.at(-1)].map((id) => `"${names.get(id ?? '')}"`)
  return `a group cannot contain itself: ${outer} would be in ${inner.join(', which is in ')}`
}
