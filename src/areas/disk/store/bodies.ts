import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { quick, sql } from '../../../platform/db/sql.ts'
import type { RecordedBody } from '../../../platform/files/file-store.ts'
import type { StoredObject } from '../../../platform/files/object-store.ts'
import type { Extent } from '../content-range.ts'

/** A body as far as it is there. */
export type Body = {
  id: string
  state: 'uploading' | 'stored'
  object: string | null
  size: number
  /** Null until it is stored. */
  sha256: Buffer | null
  created_by: string
  /** Null once a file uses it. */
  expires_at: Date | null
}

export async function findBody(db: Db, id: string): Promise<Body | undefined> {
  return db.first(sql<Body>`
    select id, state, object, size, sha256, created_by, expires_at
    from kontor.file_bodies where id = ${id}`)
}

/** Holds the id itself: of two who send a new body under one id, one is the first. */
export async function lockBody(db: Db, id: string): Promise<Body | undefined> {
  await db.run(
    sql`select pg_advisory_xact_lock(${advisoryLock('file body', sql`${id}::uuid::text`)})`,
  )
  return findBody(db, id)
}

export type NewBody = { id: string; size: number; at: Date; by: string; expiresAt: Date }

export const insertUploading = (db: Db, { id, size, at, by, expiresAt }: NewBody) =>
  db.run(sql`
    insert into kontor.file_bodies (id, state, size, created_at, created_by, expires_at)
    values (${id}, 'uploading', ${size}, ${at}, ${by}, ${expiresAt})`)

export type StoredBody = NewBody & StoredObject & { object: string }

/** Under the lock. What stood there before must have been thrown away: see `discardBodies`. */
export const saveStored = (db: Db, { id, object, size, sha256, at, by, expiresAt }: StoredBody) =>
  db.run(sql`
    insert into kontor.file_bodies
      (id, state, object, size, sha256, created_at, created_by, expires_at)
    values (${id}, 'stored', ${object}, ${size}, ${sha256}, ${at}, ${by}, ${expiresAt})
    on conflict (id) do update set state = 'stored', object = excluded.object, size = excluded.size,
      sha256 = excluded.sha256, created_at = excluded.created_at, expires_at = excluded.expires_at`)

export type Usable = { id: string; size: number; created_by: string; is_temporary: boolean }

/** Whole bodies whose time is not over. The sweep leaves alone what is held here. */
export const lockUsable = (db: Db, ids: readonly string[], now: Date): Promise<Usable[]> =>
  db.all(sql<Usable>`
    select id, size, created_by, expires_at is not null as is_temporary from kontor.file_bodies
    where id = any(${ids}) and state = 'stored' and (expires_at is null or expires_at > ${now})
    order by id for update`)

/** Takes bodies out of the reach of the sweep, under their lock. */
export const saveUsed = (db: Db, ids: readonly string[]) =>
  db.run(sql`update kontor.file_bodies set expires_at = null where id = any(${ids})`)

/**
 * Gives those to the sweep that no file uses any more. They are held first: only a statement that
 * begins after that sees who took one of them into use a moment ago.
 */
export async function releaseUnused(db: Db, ids: readonly string[], now: Date) {
  await db.run(sql`select from kontor.file_bodies where id = any(${ids}) order by id for update`)
  return db.all(sql<{ size: number; created_by: string }>`
    update kontor.file_bodies b set expires_at = ${now}
    where id = any(${ids}) and expires_at is null
      and not exists (select from kontor.files f where f.body_id = b.id)
      and not exists (select from kontor.file_versions v where v.body_id = b.id)
    returning size, created_by`)
}

export type Content = Required<RecordedBody> & { created_by: string; is_temporary: boolean }

/** What a whole body is made of; undefined when its time is over. */
export async function findContent(db: Db, id: string, now: Date) {
  return db.first(
    quick(sql<Content>`
      select object, size, sha256, created_by, expires_at is not null as is_temporary,
        exists (select from kontor.file_faults f where f.object = b.object) as "isSuspect"
      from kontor.file_bodies b
      where id = ${id} and state = 'stored' and (expires_at is null or expires_at > ${now})`),
  )
}

/** Undefined when there is none any more. */
export const holdBody = async (db: Db, id: string, { now, until }: { now: Date; until: Date }) => {
  return db.first(sql<{ created_by: string; is_temporary: boolean }>`
    update kontor.file_bodies
    set expires_at = case when expires_at is not null then ${until}::timestamptz end
    where id = ${id} and state = 'stored' and (expires_at is null or expires_at > ${now})
    returning created_by, expires_at is not null as is_temporary`)
}

export const unholdBody = (db: Db, id: string, expiresAt: Date) =>
  db.run(sql`
    update kontor.file_bodies set expires_at = ${expiresAt}
    where id = ${id} and expires_at is not null`)

/** Held to the end: a body that somebody takes into use at this moment is not among them. */
export async function lockExpired(db: Db, now: Date, most: number): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    select id from kontor.file_bodies where expires_at <= ${now}
    order by expires_at limit ${most} for update skip locked`)
  return rows.map(({ id }) => id)
}

/** What they have in the store goes with the next sweep. */
export async function discardBodies(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.run(sql`
    insert into kontor.file_garbage (object, delete_after)
    select object, ${now}::timestamptz from kontor.file_bodies
      where id = any(${ids}) and object is not null
    union all
    select object, ${now} from kontor.file_parts where body_id = any(${ids})`)
  await db.run(sql`delete from kontor.file_bodies where id = any(${ids})`)
}

export type Part = Extent & { object: string }

export const listParts = (db: Db, id: string): Promise<Part[]> =>
  db.all(sql<Part>`
    select starts as start, ends as end, object from kontor.file_parts
    where body_id = ${id} order by starts`)

export const insertPart = (db: Db, id: string, { start, end, object }: Part) =>
  db.run(sql`
    insert into kontor.file_parts (body_id, starts, ends, object)
    values (${id}, ${start}, ${end}, ${object})`)

export const saveExpiry = (db: Db, id: string, expiresAt: Date) =>
  db.run(sql`update kontor.file_bodies set expires_at = ${expiresAt} where id = ${id}`)

export const findBodies = (db: Db, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.all(sql<{ id: string }>`select id from kontor.file_bodies where id = any(${ids})`)

export type BodyText = { content: string | null; problem: string | null }

export const saveText = (db: Db, body: string, { content, problem }: BodyText): Promise<number> =>
  db.run(sql`
    insert into kontor.file_texts (body_id, content, problem)
    select id, ${content}::text, ${problem}::text from kontor.file_bodies where id = ${body}
    on conflict (body_id) do nothing`)
