import type { Db } from '../../../platform/db/db.ts'
import { and, type Sql, sql, valuesOf } from '../../../platform/db/sql.ts'
import type { Substitution } from './operations.ts'

type Row = {
  id: string
  absent_id: string
  substitute_id: string
  starts_at: Date
  ends_at: Date | null
  note: string
  created_at: Date
  created_by: string
  ended_at: Date | null
}

const COLUMNS = sql`id, absent_id, substitute_id, starts_at, ends_at, note, created_at, created_by,
  ended_at`

export type SubstitutionFilter = { user: string | undefined; notOverAt: Date | undefined }

/** Newest first. */
export async function listSubstitutions(
  db: Db,
  wanted: SubstitutionFilter,
): Promise<Substitution[]> {
  const { user, notOverAt } = wanted
  const conditions: Sql[] = []
  if (user !== undefined) conditions.push(sql`${user}::uuid in (absent_id, substitute_id)`)
  if (notOverAt !== undefined) {
    conditions.push(sql`ended_at is null and coalesce(ends_at > ${notOverAt}, true)`)
  }
  const rows = await db.all(sql<Row>`
    select ${COLUMNS} from kontor.substitutions where ${and(conditions)} order by id desc`)
  return rows.map(toSubstitution)
}

export async function insertSubstitution(
  db: Db,
  row: Omit<Row, 'ended_at'>,
): Promise<Substitution> {
  const insert = sql<Row>`
    insert into kontor.substitutions ${valuesOf(row)} returning ${COLUMNS}`
  return toSubstitution(await db.one(insert))
}

export async function lockSubstitution(db: Db, id: string): Promise<Substitution | undefined> {
  const row = await db.first(
    sql<Row>`select ${COLUMNS} from kontor.substitutions where id = ${id} for update`,
  )
  return row && toSubstitution(row)
}

export async function saveEnd(
  db: Db,
  id: string,
  { at, by }: { at: Date; by: string },
): Promise<Substitution> {
  const row = await db.one(sql<Row>`
    update kontor.substitutions set ended_at = ${at}, ended_by = ${by}
    where id = ${id} returning ${COLUMNS}`)
  return toSubstitution(row)
}

const holdsAt = (at: Date): Sql =>
  sql`s.starts_at <= ${at} and coalesce(s.ends_at > ${at}, true) and s.ended_at is null`

export async function listAbsent(db: Db, substitute: string, at: Date): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    select distinct u.id from kontor.substitutions s
    join kontor.users u on u.id = s.absent_id and u.deleted_at is null
    where s.substitute_id = ${substitute} and ${holdsAt(at)}
    order by u.id`)
  return rows.map(({ id }) => id)
}

export async function listSubstitutes(db: Db, absent: string, at: Date): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    select distinct u.id from kontor.substitutions s
    join kontor.users u on u.id = s.substitute_id and u.deleted_at is null and u.status <> 3
    where s.absent_id = ${absent} and ${holdsAt(at)}
    order by u.id`)
  return rows.map(({ id }) => id)
}

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
