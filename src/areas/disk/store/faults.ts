import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Fault, RecordedBody } from '../../../platform/files/file-store.ts'

export type SeenFault = { object: string; fault: Fault; by: string; at: Date }

/** The body whose fault was not known before; undefined otherwise, also if nothing needs the object any more. */
export async function saveFault(db: Db, { object, fault, by, at }: SeenFault) {
  const row = await db.first(sql<{ id: string }>`
    with saved as (
      insert into kontor.file_faults (object, fault, seen_by, seen_at)
      select object, ${fault}, ${by}, ${at} from kontor.file_bodies
      where object = ${object} and state = 'stored'
      on conflict (object) do update
      set fault = excluded.fault, seen_by = excluded.seen_by, seen_at = excluded.seen_at
      where file_faults.fault <> excluded.fault
      returning object)
    select b.id from saved join kontor.file_bodies b using (object)`)
  return row?.id
}

/** The body that had a fault; undefined if none was known. */
export async function deleteFault(db: Db, object: string): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    with deleted as (delete from kontor.file_faults where object = ${object} returning object)
    select b.id from deleted join kontor.file_bodies b using (object)`)
  return row?.id
}

/** Faults of objects that nothing needs any more. */
export const deleteObsolete = (db: Db) =>
  db.run(sql`
    delete from kontor.file_faults f
    where not exists (select from kontor.file_bodies b where b.object = f.object)`)

/** Those not looked at for longest come first; damaged ones up to a size, as all of it is read. */
export const listFaulty = (
  db: Db,
  { largest, most }: { largest: number; most: number },
): Promise<RecordedBody[]> =>
  db.all(sql<RecordedBody>`
    select b.object, b.size, b.sha256 from kontor.file_faults f
    join kontor.file_bodies b using (object)
    where f.fault = 'missing' or b.size <= ${largest} order by f.seen_at limit ${most}`)

/** The fault is still there: others have their turn. */
export const saveSeen = (db: Db, object: string, at: Date) =>
  db.run(sql`update kontor.file_faults set seen_at = ${at} where object = ${object}`)

export type FaultCounts = { damaged: number; missing: number }

/** As far as somebody would count. */
export const countFaults = (db: Db): Promise<FaultCounts> =>
  db.one(sql<FaultCounts>`
    select count(*) filter (where fault = 'damaged') as damaged,
      count(*) filter (where fault = 'missing') as missing
    from (select fault from kontor.file_faults limit 10000) f`)

export type StoredBody = RecordedBody & { is_faulty: boolean }

/** Whole bodies in the order of their objects, after one of them, up to and including another. */
export const listStored = (
  db: Db,
  { after, until = null, most }: { after: string; until?: string | null; most: number },
): Promise<StoredBody[]> =>
  db.all(sql<StoredBody>`
    select object, size, sha256,
      exists (select from kontor.file_faults f where f.object = b.object) as is_faulty
    from kontor.file_bodies b
    where state = 'stored' and object > ${after}
      and (${until}::text is null or object <= ${until})
    order by object limit ${most}`)

/** What is recorded of these objects. */
export const findRecorded = (db: Db, objects: readonly string[]): Promise<RecordedBody[]> =>
  db.all(sql<RecordedBody>`
    select object, size, sha256 from kontor.file_bodies
    where state = 'stored' and object = any(${objects})`)

export async function countStored(db: Db): Promise<number> {
  const { count } = await db.one(sql<{ count: number }>`
    select count(*) as count from kontor.file_bodies where state = 'stored'`)
  return count
}

/** Any body of which no fault is known. */
export async function findSound(db: Db): Promise<string | undefined> {
  const row = await db.first(sql<{ object: string }>`
    select object from kontor.file_bodies b where state = 'stored' and expires_at is null
      and not exists (select from kontor.file_faults f where f.object = b.object) limit 1`)
  return row?.object
}

export type Scrub = { after: string; started_at: Date; completed_at: Date | null }

export const findScrub = (db: Db): Promise<Scrub | undefined> =>
  db.first(sql<Scrub>`select after, started_at, completed_at from kontor.file_scrub`)

export const saveScrub = (db: Db, { after, started_at, completed_at }: Scrub) =>
  db.run(sql`
    insert into kontor.file_scrub (after, started_at, completed_at)
    values (${after}, ${started_at}, ${completed_at})
    on conflict (is_only) do update set after = excluded.after,
      started_at = excluded.started_at, completed_at = excluded.completed_at`)

export type OwnFile = { object: string; id: string; name: string }

/** The files that have these objects as their bodies, or had them in former versions. */
export const listFilesOf = (db: Db, objects: readonly string[]): Promise<OwnFile[]> =>
  db.all(sql<OwnFile>`
    select distinct on (b.object) b.object, f.id, f.name
    from kontor.file_bodies b
    left join kontor.file_versions v on v.body_id = b.id
    join kontor.files f on f.body_id = b.id or f.id = v.file_id
    where b.object = any(${objects}) order by b.object, f.id`)
