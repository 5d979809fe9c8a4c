import { newId } from '../../../lib/ids.ts'
import type { Resource } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import { and, sql } from '../../../platform/db/sql.ts'
import type { Grant } from '../operations.ts'

type GrantRow = {
  id: string
  object_kind: string
  object_id: string
  right_code: string
  subject_kind: string
  subject_id: string
}

const COLUMNS = sql`id, object_kind, object_id, right_code, subject_kind, subject_id`

export const listGrants = async (db: Db, kind?: string, object?: string): Promise<Grant[]> => {
  const chosen = [
    ...(kind === undefined ? [] : [sql`object_kind = ${kind}`]),
    ...(object === undefined ? [] : [sql`object_id = ${object}`]),
  ]
  const rows = await db.all(sql<GrantRow>`
    select ${COLUMNS} from kontor.grants where ${and(chosen)} order by id`)
  return rows.map(toGrant)
}

/** What was given to one of these, the newest first. */
export const listGrantsTo = async (db: Db, subjects: readonly string[]): Promise<Grant[]> => {
  const rows = await db.all(sql<GrantRow>`
    select ${COLUMNS} from kontor.grants where subject_id = any(${subjects}::text[])
    order by created_at desc, id desc`)
  return rows.map(toGrant)
}

export const isSubject = async (db: Db, kind: string, id: string): Promise<boolean> =>
  (await db.run(sql`select 1 from kontor.units where id = ${id} and kind = ${kind}`)) > 0

/** The grant, and whether it is new. */
export async function insertGrant(
  db: Db,
  grant: Omit<Grant, 'id'>,
  by: string,
): Promise<{ grant: Grant; isNew: boolean }> {
  const id = newId()
  const row = await db.one(sql<GrantRow>`
    insert into kontor.grants
      (id, object_kind, object_id, right_code, subject_kind, subject_id, created_by)
    values (${id}, ${grant.kind}, ${grant.object}, ${grant.right}, ${grant.subjectKind},
      ${grant.subject}, ${by})
    on conflict (object_kind, object_id, right_code, subject_kind, subject_id)
      do update set subject_id = excluded.subject_id
    returning ${COLUMNS}`)
  return { grant: toGrant(row), isNew: row.id === id }
}

export const deleteGrant = async (db: Db, id: string): Promise<Grant | undefined> => {
  const row = await db.first(
    sql<GrantRow>`delete from kontor.grants where id = ${id} returning ${COLUMNS}`,
  )
  return row && toGrant(row)
}

/** Gives what lies under one path to another; answers the grants as they are now. */
export const moveGrants = async (db: Db, from: Resource, to: Resource): Promise<Grant[]> => {
  const rows = await db.all(sql<GrantRow>`
    with gone as (delete from kontor.grants
      where object_kind = ${from.kind}
        and (object_id = ${from.id} or starts_with(object_id, ${from.id} || '/')) returning *)
    insert into kontor.grants
      (id, object_kind, object_id, right_code, subject_kind, subject_id, created_at, created_by,
        origin)
    select id, object_kind, ${to.id} || substr(object_id, length(${from.id}) + 1), right_code,
      subject_kind,
      subject_id, created_at, created_by, origin
    from gone
    on conflict (object_kind, object_id, right_code, subject_kind, subject_id) do nothing
    returning ${COLUMNS}`)
  return rows.map(toGrant)
}

const toGrant = (row: GrantRow): Grant => ({
  id: row.id,
  kind: row.object_kind,
  object: row.object_id,
  right: row.right_code,
  subjectKind: row.subject_kind as Grant['subjectKind'],
  subject: row.subject_id,
})
