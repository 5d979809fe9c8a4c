import { type Insertable, type Selectable, sql } from 'kysely'
import { build, type Db, statement } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Substitution } from './operations.ts'

type Row = Selectable<Tables['kontor.substitutions']>

export type Wanted = { user: string | undefined; notOverAt: Date | undefined }

/** Newest first. */
export async function listSubstitutions(db: Db, wanted: Wanted): Promise<Substitution[]> {
  const { user, notOverAt } = wanted
  let query = build.selectFrom('kontor.substitutions').selectAll().orderBy('id', 'desc')
  if (user !== undefined) {
    query = query.where(sql<boolean>`${user}::uuid in (absent_id, substitute_id)`)
  }
  if (notOverAt !== undefined) {
    query = query.where(sql<boolean>`ended_at is null and coalesce(ends_at > ${notOverAt}, true)`)
  }
  return (await db.all(query)).map(toSubstitution)
}

export const insertSubstitution = async (
  db: Db,
  row: Insertable<Tables['kontor.substitutions']>,
): Promise<Substitution> =>
  toSubstitution(await db.one(build.insertInto('kontor.substitutions').values(row).returningAll()))

export async function lockSubstitution(db: Db, id: string): Promise<Substitution | undefined> {
  const query = build.selectFrom('kontor.substitutions').selectAll().where('id', '=', id)
  const row = await db.first(query.forUpdate())
  return row && toSubstitution(row)
}

export const saveEnd = async (
  db: Db,
  id: string,
  end: { ended_at: Date; ended_by: string },
): Promise<Substitution> => {
  const query = build.updateTable('kontor.substitutions').set(end).where('id', '=', id)
  return toSubstitution(await db.one(query.returningAll()))
}

const HOLDS = 's.starts_at <= $2 and coalesce(s.ends_at > $2, true) and s.ended_at is null'

const selectAbsent = statement<{ id: string }>(`
  select distinct u.id from kontor.substitutions s
  join kontor.users u on u.id = s.absent_id and u.deleted_at is null
  where s.substitute_id = $1 and ${HOLDS}
  order by u.id`)

export const listAbsent = async (db: Db, substitute: string, at: Date): Promise<string[]> =>
  (await db.query(selectAbsent, [substitute, at])).map(({ id }) => id)

const selectSubstitutes = statement<{ id: string }>(`
  select distinct u.id from kontor.substitutions s
  join kontor.users u on u.id = s.substitute_id and u.deleted_at is null and u.status <> 3
  where s.absent_id = $1 and ${HOLDS}
  order by u.id`)

export const listSubstitutes = async (db: Db, absent: string, at: Date): Promise<string[]> =>
  (await db.query(selectSubstitutes, [absent, at])).map(({ id }) => id)

const toSubstitution = (row: Row): Substitution => ({
  id: row.id,
  absent: row.absent_id,
  substitute: row.substitute_id,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
})
