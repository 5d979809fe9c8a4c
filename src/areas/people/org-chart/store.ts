import { ADMINISTRATORS } from '../../../lib/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { assign, raw, sql, valuesOf } from '../../../platform/db/sql.ts'
import { positionNames } from '../store/users.ts'

export type UnitRow = {
  id: string
  kind: string
  code: string
  name: string
  parent_id: string | null
  is_head: boolean
  sort: number
  solution: string | null
  version: number
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  deleted_at: Date | null
}

/** Departments and positions in the order people see them; the deleted ones too if asked for. */
export const listUnits = (db: Db, { deleted = false } = {}): Promise<UnitRow[]> =>
  db.all(sql<UnitRow>`
    select * from kontor.org_units where ${deleted} or deleted_at is null order by sort, id`)

/** The units that provisioning made; the deleted ones, too. */
export const listProvisioned = (db: Db): Promise<UnitRow[]> =>
  db.all(sql<UnitRow>`
    select * from kontor.org_units where solution is null and code like 'scim\\_%' order by id`)

/** One of these units that makes its people administrators. */
export const findOfAdministrators = (db: Db, ids: readonly string[]) =>
  db.first(sql<{ name: string }>`
    with recursive above(origin, id) as (
      select given.id, given.id from unnest(${ids}::uuid[]) given(id)
      union
      select above.origin, around.unit_id
      from above cross join lateral kontor.units_around(above.id) around
    )
    select o.name from above join kontor.org_units o on o.id = above.origin
    where above.id = ${ADMINISTRATORS} order by o.kind, o.id limit 1`)

export const getUnit = (db: Db, id: string): Promise<UnitRow> =>
  db.one(sql<UnitRow>`select * from kontor.org_units where id = ${id}`)

export const insertUnit = (db: Db, unit: Omit<UnitRow, 'version' | 'deleted_at'>) =>
  db.run(sql`insert into kontor.org_units ${valuesOf(unit)}`)

export const saveUnit = (db: Db, id: string, changes: Partial<UnitRow>) =>
  db.run(sql`
    update kontor.org_units set ${assign(changes)}, version = version + 1 where id = ${id}`)

export type Holder = {
  position_id: string
  user_id: string
  login: string
  solution: string | null
}

export const listHolders = (db: Db): Promise<Holder[]> =>
  db.all(sql<Holder>`
    select p.position_id, p.user_id, u.code as login, p.solution
    from kontor.position_users p
    join kontor.units u on u.id = p.user_id
    order by p.ordinal`)

export const listPositionsOf = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await db.all(sql<{ id: string }>`
    select position_id as id from kontor.position_users where user_id = ${userId}
    order by position_id`)
  return rows.map(({ id }) => id)
}

export const insertPositions = (
  db: Db,
  userId: string,
  positions: string[],
  solution: string | null,
) =>
  db.run(sql`
    insert into kontor.position_users (user_id, position_id, solution)
    select ${userId}, id, ${solution} from unnest(${positions}::uuid[]) as p(id)
    on conflict do nothing`)

export const deletePositions = (db: Db, userId: string, positions: string[]) =>
  db.run(sql`
    delete from kontor.position_users where user_id = ${userId}
      and position_id = any(${positions}::uuid[])`)

export const deleteHolders = (db: Db, position: string) =>
  db.run(sql`delete from kontor.position_users where position_id = ${position}`)

/** Removes all others from a position; returns them. */
export async function deleteOtherHolders(
  db: Db,
  position: string,
  users: readonly string[],
): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    delete from kontor.position_users
    where position_id = ${position} and user_id <> all(${users}::uuid[])
    returning user_id as id`)
  return rows.map(({ id }) => id)
}

/**
 * A head manages everybody in the department and below; the manager of a head is the head of the department above.
 * Departments without an active head are skipped.
 */
export const listSuperiors = (db: Db, userId: string) =>
  db.all(sql<{ id: string; is_nearest: boolean }>`
    with recursive start(id) as (
      select case when p.is_head then d.parent_id else d.id end
      from kontor.position_users h
      join kontor.org_units p on p.id = h.position_id and p.deleted_at is null
      join kontor.org_units d on d.id = p.parent_id
      where h.user_id = ${userId}
    ), above(start, id, level) as (
      select id, id, 0 from start where id is not null
      union
      select a.start, d.parent_id, a.level + 1
      from above a join kontor.org_units d on d.id = a.id
      where d.parent_id is not null and a.level < 100
    ), heads(start, level, id) as (
      select a.start, a.level, u.id
      from above a
      join kontor.org_units p on p.parent_id = a.id and p.is_head and p.deleted_at is null
      join kontor.position_users h on h.position_id = p.id and h.user_id <> ${userId}
      join kontor.users u on u.id = h.user_id and u.deleted_at is null and u.status <> 3
    ), nearest(start, level) as (
      select start, min(level) from heads group by start
    )
    select h.id, bool_or(h.level = n.level) as is_nearest
    from heads h join nearest n on n.start = h.start
    group by h.id
    order by h.id`)

export type Subordinate = { id: string; name: string; position: string }

/** The reverse: everybody whose managers include this user. */
export const listSubordinates = (db: Db, userId: string): Promise<Subordinate[]> =>
  db.all(sql<Subordinate>`
    with recursive below(id) as (
      select p.parent_id
      from kontor.position_users h
      join kontor.org_units p on p.id = h.position_id and p.is_head and p.deleted_at is null
      where h.user_id = ${userId}
      union
      select d.id
      from below b
      join kontor.org_units d on d.parent_id = b.id and d.kind = 'department'
    )
    select u.id, u.name, coalesce(nullif(max(u.displayed_position), ''), min(p.name)) as position
    from kontor.position_users h
    join kontor.org_units p on p.id = h.position_id and p.deleted_at is null
    join kontor.org_units d on d.id = p.parent_id
    join kontor.users u on u.id = h.user_id and u.deleted_at is null
    where h.user_id <> ${userId}
      and case when p.is_head then d.parent_id else d.id end in (select id from below)
    group by u.id, u.name
    order by u.name collate "und-x-icu", u.id`)

/** Puts these users on a position; returns those who were not on it before. */
export async function insertHolders(db: Db, position: string, users: string[]): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    insert into kontor.position_users (user_id, position_id, solution)
    select u.id, p.id, null from kontor.users u join kontor.org_units p on p.id = ${position}
    where u.id = any(${users}::uuid[]) and u.deleted_at is null and p.kind = 'position'
      and p.deleted_at is null
    on conflict do nothing returning user_id as id`)
  return rows.map(({ id }) => id)
}

/** Those of these users whose typed position repeats the positions they hold, which are shown anyway. */
export const forgetTyped = (db: Db, users: readonly string[]) =>
  db.run(sql`
    update kontor.users u set displayed_position = ''
    where u.id = any(${users}::uuid[]) and u.displayed_position = ${positionNames(raw('u.id'))}`)
