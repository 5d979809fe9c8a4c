import type { Selectable } from 'kysely'
import { newId } from '../../../lib/ids.ts'
import type { Resource } from '../../../platform/access.ts'
import { build, type Db, statement } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Grant } from '../operations.ts'

export const listGrants = async (db: Db, kind?: string, object?: string): Promise<Grant[]> => {
  const rows = await db.all(
    build
      .selectFrom('kontor.grants')
      .selectAll()
      .$if(kind !== undefined, (query) => query.where('object_kind', '=', kind ?? ''))
      .$if(object !== undefined, (query) => query.where('object_id', '=', object ?? ''))
      .orderBy('id'),
  )
  return rows.map(toGrant)
}

const selectSubject = statement('select 1 from kontor.units where id = $1 and kind = $2')

export const isSubject = async (db: Db, kind: string, id: string): Promise<boolean> =>
  (await db.query(selectSubject, [id, kind])).length > 0

/** The grant, and whether it is new. */
export async function insertGrant(
  db: Db,
  grant: Omit<Grant, 'id'>,
  by: string,
): Promise<{ grant: Grant; isNew: boolean }> {
  const id = newId()
  const row = await db.one(
    build
      .insertInto('kontor.grants')
      .values({
        id,
        object_kind: grant.kind,
        object_id: grant.object,
        right_code: grant.right,
        subject_kind: grant.subjectKind,
        subject_id: grant.subject,
        created_by: by,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['object_kind', 'object_id', 'right_code', 'subject_kind', 'subject_id'])
          .doUpdateSet({ subject_id: grant.subject }),
      )
      .returningAll(),
  )
  return { grant: toGrant(row), isNew: row.id === id }
}

export const deleteGrant = async (db: Db, id: string): Promise<Grant | undefined> => {
  const row = await db.first(build.deleteFrom('kontor.grants').where('id', '=', id).returningAll())
  return row && toGrant(row)
}

const move = statement<Selectable<Tables['kontor.grants']>>(`
  with gone as (delete from kontor.grants
    where object_kind = $1 and (object_id = $2 or starts_with(object_id, $2 || '/')) returning *)
  insert into kontor.grants
    (id, object_kind, object_id, right_code, subject_kind, subject_id, created_at, created_by, origin)
  select id, object_kind, $3 || substr(object_id, length($2) + 1), right_code, subject_kind,
    subject_id, created_at, created_by, origin
  from gone
  on conflict (object_kind, object_id, right_code, subject_kind, subject_id) do nothing
  returning *`)

/** Gives what lies under one path to another; answers the grants as they are now. */
export const moveGrants = async (db: Db, from: Resource, to: Resource): Promise<Grant[]> =>
  (await db.query(move, [from.kind, from.id, to.id])).map(toGrant)

const toGrant = (row: Selectable<Tables['kontor.grants']>): Grant => ({
  id: row.id,
  kind: row.object_kind,
  object: row.object_id,
  right: row.right_code,
  subjectKind: row.subject_kind as Grant['subjectKind'],
  subject: row.subject_id,
})
