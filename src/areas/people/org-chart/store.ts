import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { build, type Db, statement } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'

export type UnitRow = Selectable<Tables['kontor.org_units']>

/** Departments and positions in the order people see them; the deleted ones too if asked for. */
export const listUnits = (db: Db, { deleted = false } = {}): Promise<UnitRow[]> =>
  db.all(
    build
      .selectFrom('kontor.org_units')
      .selectAll()
      .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
      .orderBy('sort')
      .orderBy('id'),
  )

export const insertUnit = (db: Db, unit: Insertable<Tables['kontor.org_units']>) =>
  db.run(build.insertInto('kontor.org_units').values(unit))

export const saveUnit = (db: Db, id: string, changes: Updateable<Tables['kontor.org_units']>) =>
  db.run(
    build
      .updateTable('kontor.org_units')
      .set({ ...changes, version: sql`version + 1` })
      .where('id', '=', id),
  )

export type Holder = {
  position_id: string
  user_id: string
  login: string
  solution: string | null
}

const selectHolders = statement<Holder>(`
  select p.position_id, p.user_id, u.code as login, p.solution
  from kontor.position_users p
  join kontor.units u on u.id = p.user_id
  order by p.ordinal`)

export const listHolders = (db: Db): Promise<Holder[]> => db.query(selectHolders, [])

const positionsOf = statement<{ id: string }>(
  'select position_id as id from kontor.position_users where user_id = $1 order by position_id',
)

export const listPositionsOf = async (db: Db, userId: string): Promise<string[]> =>
  (await db.query(positionsOf, [userId])).map(({ id }) => id)

const insert = statement(`
  insert into kontor.position_users (user_id, position_id, solution)
  select $1, id, $3 from unnest($2::uuid[]) as p(id)
  on conflict do nothing`)

export const insertPositions = (
  db: Db,
  userId: string,
  positions: string[],
  solution: string | null,
) => db.query(insert, [userId, positions, solution])

const remove = statement(
  'delete from kontor.position_users where user_id = $1 and position_id = any($2::uuid[])',
)

export const deletePositions = (db: Db, userId: string, positions: string[]) =>
  db.query(remove, [userId, positions])

const removeHolders = statement('delete from kontor.position_users where position_id = $1')

export const deleteHolders = (db: Db, position: string) => db.query(removeHolders, [position])

/**
 * A head is superior to everybody in the department and below it; the head's own superior is the
 * head of the department above. Departments without an active head are passed over.
 */
const selectSuperiors = statement<{ id: string; is_nearest: boolean }>(`
  with recursive start(id) as (
    select case when p.is_head then d.parent_id else d.id end
    from kontor.position_users h
    join kontor.org_units p on p.id = h.position_id and p.deleted_at is null
    join kontor.org_units d on d.id = p.parent_id
    where h.user_id = $1
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
    join kontor.position_users h on h.position_id = p.id and h.user_id <> $1
    join kontor.users u on u.id = h.user_id and u.deleted_at is null and u.status <> 3
  ), nearest(start, level) as (
    select start, min(level) from heads group by start
  )
  select h.id, bool_or(h.level = n.level) as is_nearest
  from heads h join nearest n on n.start = h.start
  group by h.id
  order by h.id`)

export const listSuperiors = (db: Db, userId: string) => db.query(selectSuperiors, [userId])

export type Subordinate = { id: string; name: string; position: string }

/** The same from above: everybody for whom this user is among the superiors. */
const selectSubordinates = statement<Subordinate>(`
  with recursive below(id) as (
    select p.parent_id
    from kontor.position_users h
    join kontor.org_units p on p.id = h.position_id and p.is_head and p.deleted_at is null
    where h.user_id = $1
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
  where h.user_id <> $1
    and case when p.is_head then d.parent_id else d.id end in (select id from below)
  group by u.id, u.name
  order by u.name collate "und-x-icu", u.id`)

export const listSubordinates = (db: Db, userId: string): Promise<Subordinate[]> =>
  db.query(selectSubordinates, [userId])
