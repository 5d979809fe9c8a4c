import { subjectKey } from '../../../lib/codes.ts'
import { invalid } from '../../../lib/errors.ts'
import { ALL_USERS } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { isGuest } from '../store/users.ts'
import { pathsUp } from './paths.ts'
import * as definitions from './store/definitions.ts'
import * as store from './store/membership.ts'
import { systemNames } from './system-names.ts'

/**
 * How a user belongs to a group, position or department: one path per first step, without the unit itself. An
 * empty path is a direct membership; no path is none.
 */
export async function membershipPaths(
  ctx: Context,
  userId: string,
  unitId: string,
): Promise<store.Unit[][]> {
  const paths = pathsUp(await edgesAbove(ctx, userId), userId, unitId)
  const between = paths.map((path) => path.slice(0, -1))
  const units = await listUnits(ctx, [...new Set(between.flat())])
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  return between.map((path) => path.flatMap((id) => byId.get(id) ?? []))
}

export type Membership = {
  group: { id: string; name: string }
  ways: store.Unit[][]
}

/** All groups of a user by name, with the paths. */
export async function listMemberships(ctx: Context, userId: string): Promise<Membership[]> {
  const edges = await edgesAbove(ctx, userId)
  const units = await listUnits(ctx, [...new Set(edges.map(({ unit }) => unit))])
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  return units
    .filter(({ kind }) => kind === 'group')
    .map(({ id, name }) => ({
      group: { id, name },
      ways: pathsUp(edges, userId, id).map((path) =>
        path.slice(0, -1).flatMap((each) => byId.get(each) ?? []),
      ),
    }))
    .sort((one, other) => one.group.name.localeCompare(other.group.name))
}

/** All users except guests belong to "all users". */
async function edgesAbove(ctx: Context, userId: string): Promise<store.Edge[]> {
  if (await isGuest(ctx.db, userId)) return store.listEdgesAbove(ctx.db, [userId])
  const above = await store.listEdgesAbove(ctx.db, [userId, ALL_USERS])
  return [...above, { member: userId, unit: ALL_USERS }]
}

/** As text, for explanations of rights. */
export async function describeMembership(ctx: Context, userId: string, unitId: string) {
  const [unit] = await listUnits(ctx, [unitId])
  const paths = await membershipPaths(ctx, userId, unitId)
  const path = (paths[0] ?? []).map(({ kind, id, name }) => ({ kind, id, name }))
  return { name: unit?.name ?? unitId, through: throughWords(paths), path }
}

/** ` through position "CFO" and group "Board"`; nothing for a direct member. */
function throughWords(paths: store.Unit[][]): string {
  const [shortest] = paths
  if (!shortest || shortest.length === 0) return ''
  const words = (path: store.Unit[]) =>
    path.map(({ kind, name }) => `${kind} "${name}"`).join(' and ')
  return ` through ${paths.map(words).join(', or through ')}`
}

/**
 * Ids by the names that definitions use: of the users and groups asked for, and of everything in
 * the org chart. What the solution `but` made is left out.
 */
export async function findNames(
  ctx: Context,
  subjects: string[],
  { but }: { but?: string } = {},
): Promise<Map<string, string>> {
  const keys = subjects.map(subjectKey)
  const namesOf = (kind: string) =>
    keys.filter((each) => each.startsWith(kind)).map((each) => each.slice(kind.length))
  const wanted = { logins: namesOf('user:'), groups: namesOf('group:'), but }
  const found = await definitions.listNames(ctx.db, wanted)
  return new Map(found.map(({ subject, id }) => [subject, id]))
}

/** Everybody behind these users, groups and places of the org chart, in their order; blocked users and guests are left out. */
export const usersBehind = (ctx: Context, ids: string[]): Promise<string[]> =>
  store.listUsersBehind(ctx.db, ids)

/** The same for each of the ids by itself. */
export const usersBehindEach = (ctx: Context, ids: string[]): Promise<Map<string, string[]>> =>
  store.listUsersBehindEach(ctx.db, ids)

/** Locks all memberships: two concurrent changes could create a cycle that neither sees. */
export async function lockMemberships(ctx: Context): Promise<void> {
  await store.lockMemberships(ctx.db)
}

/** Called after a change that could leave no administrator who can sign in. */
export async function requireAdministrator(ctx: Context): Promise<void> {
  if (await store.hasAdministrator(ctx.db)) return
  throw invalid(
    'this would leave the system without an administrator who can sign in; where passwords are closed, an emergency account',
  )
}

/** The ids that are users, groups, positions or departments, with their names. */
export const findUnits = (ctx: Context, ids: readonly string[]): Promise<store.Unit[]> =>
  ids.length === 0 ? Promise.resolve([]) : listUnits(ctx, [...new Set(ids)])

async function listUnits(ctx: Context, ids: string[]): Promise<store.Unit[]> {
  const units = await store.listUnits(ctx.db, ids)
  const names = systemNames(ctx.language)
  return units.map((unit) => ({ ...unit, name: names[unit.id] ?? unit.name }))
}
