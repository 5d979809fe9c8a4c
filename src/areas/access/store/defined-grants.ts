import { type Db, statement } from '../../../platform/db/db.ts'
import type { Grant } from '../operations.ts'

/** A right as a definition gives it, its subject found. */
export type WantedGrant = Omit<Grant, 'id'>

const COLUMNS = `id, object_kind as kind, object_id as object, right_code as right,
  subject_kind as "subjectKind", subject_id as subject`

const selectByOrigin = statement<Grant>(`select ${COLUMNS} from kontor.grants where origin = $1`)

export const listByOrigin = (db: Db, origin: string): Promise<Grant[]> =>
  db.query(selectByOrigin, [origin])

const deleteByIds = statement('delete from kontor.grants where id = any($1::uuid[])')

export const deleteGrants = (db: Db, ids: string[]) => db.query(deleteByIds, [ids])

const insertMissing = statement<Grant>(`
  insert into kontor.grants
    (id, object_kind, object_id, right_code, subject_kind, subject_id, created_at, created_by, origin)
  select g.id, g.kind, g.object, g."right", g."subjectKind", g.subject, $2, $3, $4
  from jsonb_to_recordset($1::jsonb)
    as g(id uuid, kind text, object text, "right" text, "subjectKind" text, subject text)
  on conflict (object_kind, object_id, right_code, subject_kind, subject_id) do nothing
  returning ${COLUMNS}`)

/** Those that are really new: what somebody granted by hand stays theirs. */
export const insertGrants = (
  db: Db,
  grants: Grant[],
  { now, by, origin }: { now: Date; by: string; origin: string },
): Promise<Grant[]> => db.query(insertMissing, [JSON.stringify(grants), now, by, origin])
