import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Grant } from '../operations.ts'

/** A right as a definition gives it, its subject found. */
export type WantedGrant = Omit<Grant, 'id'>

const COLUMNS = sql`id, object_kind as kind, object_id as object, right_code as right,
  subject_kind as "subjectKind", subject_id as subject`

export const listByOrigin = (db: Db, origin: string): Promise<Grant[]> =>
  db.all(sql<Grant>`select ${COLUMNS} from kontor.grants where origin = ${origin}`)

export type GrantOn = Pick<Grant, 'kind' | 'object'>

/** All grants on these objects, whoever gave them; `isByHand` if no definition did. */
export const listOnObjects = (
  db: Db,
  objects: readonly GrantOn[],
): Promise<(Grant & { isByHand: boolean })[]> =>
  db.all(sql<Grant & { isByHand: boolean }>`
    select ${COLUMNS}, origin is null as "isByHand"
    from kontor.grants
    where (object_kind, object_id) in (
      select o.kind, o.object
      from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as o(kind text, object text))
    order by object_kind, object_id, right_code, subject_id`)

/** Grants on one object become grants on the other, except those that are there already. */
export const moveGrants = (
  db: Db,
  { kind, from, to }: { kind: string; from: string; to: string },
): Promise<Grant[]> =>
  db.all(sql<Grant>`
    update kontor.grants g set object_id = ${to}
    where object_kind = ${kind} and object_id = ${from} and not exists (
      select from kontor.grants o
      where (o.object_kind, o.object_id, o.right_code, o.subject_kind, o.subject_id)
        = (${kind}, ${to}, g.right_code, g.subject_kind, g.subject_id))
    returning ${COLUMNS}`)

export const deleteGrantsOn = (db: Db, { kind, object }: GrantOn): Promise<Grant[]> =>
  db.all(sql<Grant>`
    delete from kontor.grants where object_kind = ${kind} and object_id = ${object}
    returning ${COLUMNS}`)

export const deleteGrants = (db: Db, ids: string[]) =>
  db.run(sql`delete from kontor.grants where id = any(${ids}::uuid[])`)

/** Those that are really new: what somebody granted by hand stays theirs. */
export const insertGrants = (
  db: Db,
  grants: Grant[],
  { now, by, origin }: { now: Date; by: string; origin: string },
): Promise<Grant[]> =>
  db.all(sql<Grant>`
    insert into kontor.grants
      (id, object_kind, object_id, right_code, subject_kind, subject_id, created_at, created_by,
        origin)
    select g.id, g.kind, g.object, g."right", g."subjectKind", g.subject, ${now}, ${by}, ${origin}
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb)
      as g(id uuid, kind text, object text, "right" text, "subjectKind" text, subject text)
    on conflict (object_kind, object_id, right_code, subject_kind, subject_id) do nothing
    returning ${COLUMNS}`)
