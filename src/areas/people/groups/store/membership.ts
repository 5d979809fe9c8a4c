import { ADMINISTRATORS, ALL_USERS } from '../../../../lib/ids.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { advisoryLock } from '../../../../platform/db/locks.ts'
import { raw, type Sql, sql } from '../../../../platform/db/sql.ts'

export type UnitKind = 'user' | 'group' | 'position' | 'department'

/** Anything that can be in a group. */
export type Unit = {
  id: string
  kind: UnitKind
  namespace: string | null
  code: string
  name: string
}

/** A direct membership. */
export type Edge = { member: string; unit: string }

/** All steps upwards from these; cycles end by themselves. */
export const listEdgesAbove = (db: Db, ids: string[]): Promise<Edge[]> =>
  db.all(sql<Edge>`
    with recursive above(id) as (
      select unnest(${ids}::uuid[])
      union
      select around.unit_id from above cross join lateral kontor.units_around(above.id) around
    )
    select above.id as member, around.unit_id as unit
    from above cross join lateral kontor.units_around(above.id) around`)

/** Those of the ids that exist. */
export const listUnits = (db: Db, ids: string[]): Promise<Unit[]> =>
  db.all(sql<Unit>`
    select id, kind, namespace, code, name from kontor.units where id = any(${ids}::uuid[])`)

/** Everything in a unit, at any depth. Users contain nothing, so they are skipped. */
const INSIDE = sql`
  select within.member_id, within.member_kind
  from inside cross join lateral kontor.members_within(inside.id) within
  where inside.kind <> 'user'`

/** The ids of everybody in a group, through any depth. */
export const usersInside = (groupId: string): Sql => sql`
  with recursive inside(id, kind) as (select ${groupId}::uuid, 'group' union ${INSIDE})
  select id from inside where kind = 'user'
  union all
  select id from kontor.users
  where not is_guest and exists (select from inside where inside.id = ${ALL_USERS})`

export async function listUsersBehind(db: Db, ids: string[]): Promise<string[]> {
  const behind = await listUsersBehindEach(db, ids)
  return [...new Set([...behind.values()].flat())]
}

/** The active users behind each id, without guests. Usually the ids are users, which takes a tenth of the time. */
export async function listUsersBehindEach(db: Db, ids: string[]): Promise<Map<string, string[]>> {
  const wanted = [...new Set(ids)]
  const direct = await db.all(sql<{ id: string }>`
    select id from kontor.users where id = any(${wanted}::uuid[]) and deleted_at is null
      and status <> 3 and not is_guest`)
  const users = new Set(direct.map(({ id }) => id))
  if (users.size === wanted.length) return new Map(wanted.map((id) => [id, [id]]))
  const rows = await db.all(sql<{ place: number; id: string }>`
    with recursive inside(id, kind, place) as (
      select u.id, 'unit', u.place from unnest(${wanted}::uuid[]) with ordinality u(id, place)
      union
      select within.member_id, within.member_kind, inside.place
      from inside cross join lateral kontor.members_within(inside.id) within
      where inside.kind <> 'user'),
    found as (
      select id, place from inside
      union all
      select u.id, a.place from inside a cross join kontor.users u
      where a.id = '${raw(ALL_USERS)}')
    select distinct found.place::int place, u.index, u.id
    from found join kontor.users u on u.id = found.id
    where u.deleted_at is null and u.status <> 3 and not u.is_guest
    order by place, u.index`)
  const behind = new Map<string, string[]>(wanted.map((id) => [id, []]))
  for (const { place, id } of rows) behind.get(wanted[place - 1] ?? '')?.push(id)
  return behind
}

/** If passwords are closed, an emergency account whose password does not expire. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const found = await db.run(sql`
    with recursive inside(id, kind) as (select '${raw(ADMINISTRATORS)}'::uuid, 'group' union ${INSIDE})
    select from kontor.users u
    where u.deleted_at is null and u.status <> 3 and not u.is_guest
      and ((u.is_emergency and u.password_hash is not null and u.password_initial_until is null)
        or (select passwords = 'everybody' from kontor.sign_in_policy))
      and (u.id in (select id from inside)
        or exists (select from inside where inside.id = '${raw(ALL_USERS)}'))
    limit 1`)
  return found > 0
}

export const lockMemberships = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(${advisoryLock('memberships')})`)
