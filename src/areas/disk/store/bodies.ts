import { type Db, quickStatement, statement } from '../../../platform/db/db.ts'
import type { StoredObject } from '../../../platform/files/object-store.ts'
import type { Extent } from '../content-range.ts'

/** A body as far as it is there. */
export type Body = {
  id: string
  state: 'uploading' | 'stored'
  object: string | null
  size: number
  created_by: string
  /** Null once a file uses it. */
  expires_at: Date | null
}

const selectBody = statement<Body>(`
  select id, state, object, size, created_by, expires_at from kontor.file_bodies where id = $1`)

export async function findBody(db: Db, id: string): Promise<Body | undefined> {
  return (await db.query(selectBody, [id]))[0]
}

const lockId = statement('select pg_advisory_xact_lock(hashtextextended($1::uuid::text, 8365))')

/** Holds the id itself: of two who send a new body under one id, one is the first. */
export async function lockBody(db: Db, id: string): Promise<Body | undefined> {
  await db.query(lockId, [id])
  return findBody(db, id)
}

export type NewBody = { id: string; size: number; at: Date; by: string; expiresAt: Date }

const insertOne = statement(`
  insert into kontor.file_bodies (id, state, size, created_at, created_by, expires_at)
  values ($1, 'uploading', $2, $3, $4, $5)`)

export const insertUploading = (db: Db, { id, size, at, by, expiresAt }: NewBody) =>
  db.query(insertOne, [id, size, at, by, expiresAt])

const upsertStored = statement(`
  insert into kontor.file_bodies
    (id, state, object, size, sha256, created_at, created_by, expires_at)
  values ($1, 'stored', $2, $3, $4, $5, $6, $7)
  on conflict (id) do update set state = 'stored', object = excluded.object, size = excluded.size,
    sha256 = excluded.sha256, created_at = excluded.created_at, expires_at = excluded.expires_at`)

export type StoredBody = NewBody & StoredObject & { object: string }

/** Under the lock. What stood there before must have been thrown away: see `discardBodies`. */
export const saveStored = (db: Db, { id, object, size, sha256, at, by, expiresAt }: StoredBody) =>
  db.query(upsertStored, [id, object, size, sha256, at, by, expiresAt])

export type Usable = { id: string; size: number; created_by: string; is_temporary: boolean }

const lockStored = statement<Usable>(`
  select id, size, created_by, expires_at is not null as is_temporary from kontor.file_bodies
  where id = any($1) and state = 'stored' and (expires_at is null or expires_at > $2)
  order by id for update`)

/** Whole bodies whose time is not over. The sweep leaves alone what is held here. */
export const lockUsable = (db: Db, ids: readonly string[], now: Date): Promise<Usable[]> =>
  db.query(lockStored, [ids, now])

const updateUse = statement('update kontor.file_bodies set expires_at = null where id = any($1)')

/** Takes bodies out of the reach of the sweep, under their lock. */
export const saveUsed = (db: Db, ids: readonly string[]) => db.query(updateUse, [ids])

const lockMany = statement(
  'select from kontor.file_bodies where id = any($1) order by id for update',
)
const updateUnused = statement<{ size: number; created_by: string }>(`
  update kontor.file_bodies b set expires_at = $2
  where id = any($1) and expires_at is null
    and not exists (select from kontor.files f where f.body_id = b.id)
    and not exists (select from kontor.file_versions v where v.body_id = b.id)
  returning size, created_by`)

/**
 * Gives those to the sweep that no file uses any more. They are held first: only a statement that
 * begins after that sees who took one of them into use a moment ago.
 */
export async function releaseUnused(db: Db, ids: readonly string[], now: Date) {
  await db.query(lockMany, [ids])
  return db.query(updateUnused, [ids, now])
}

export type Content = { object: string; size: number; sha256: Buffer; created_by: string }

const selectContent = quickStatement<Content & { is_temporary: boolean }>(`
  select object, size, sha256, created_by, expires_at is not null as is_temporary
  from kontor.file_bodies
  where id = $1 and state = 'stored' and (expires_at is null or expires_at > $2)`)

/** What a whole body is made of; undefined when its time is over. */
export async function findContent(db: Db, id: string, now: Date) {
  return (await db.query(selectContent, [id, now]))[0]
}

const updateHold = statement<{ created_by: string; is_temporary: boolean }>(`
  update kontor.file_bodies set expires_at = case when expires_at is not null then $3::timestamptz end
  where id = $1 and state = 'stored' and (expires_at is null or expires_at > $2)
  returning created_by, expires_at is not null as is_temporary`)

/** Undefined when there is none any more. */
export const holdBody = async (db: Db, id: string, { now, until }: { now: Date; until: Date }) =>
  (await db.query(updateHold, [id, now, until]))[0]

const updateUnhold = statement(`
  update kontor.file_bodies set expires_at = $2 where id = $1 and expires_at is not null`)

export const unholdBody = (db: Db, id: string, expiresAt: Date) =>
  db.query(updateUnhold, [id, expiresAt])

const selectExpired = statement<{ id: string }>(`
  select id from kontor.file_bodies where expires_at <= $1
  order by expires_at limit $2 for update skip locked`)

/** Held to the end: a body that somebody takes into use at this moment is not among them. */
export async function lockExpired(db: Db, now: Date, most: number): Promise<string[]> {
  return (await db.query(selectExpired, [now, most])).map(({ id }) => id)
}

const discardObjects = statement(`
  insert into kontor.file_garbage (object, delete_after)
  select object, $2::timestamptz from kontor.file_bodies where id = any($1) and object is not null
  union all
  select object, $2 from kontor.file_parts where body_id = any($1)`)
const deleteMany = statement('delete from kontor.file_bodies where id = any($1)')

/** What they have in the store goes with the next sweep. */
export async function discardBodies(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.query(discardObjects, [ids, now])
  await db.query(deleteMany, [ids])
}

export type Part = Extent & { object: string }

const selectParts = statement<Part>(`
  select starts as start, ends as end, object from kontor.file_parts
  where body_id = $1 order by starts`)

export const listParts = (db: Db, id: string): Promise<Part[]> => db.query(selectParts, [id])

const insertOnePart = statement(`
  insert into kontor.file_parts (body_id, starts, ends, object) values ($1, $2, $3, $4)`)

export const insertPart = (db: Db, id: string, { start, end, object }: Part) =>
  db.query(insertOnePart, [id, start, end, object])

const updateExpiry = statement('update kontor.file_bodies set expires_at = $2 where id = $1')

export const saveExpiry = (db: Db, id: string, expiresAt: Date) =>
  db.query(updateExpiry, [id, expiresAt])

const selectMany = statement<{ id: string }>('select id from kontor.file_bodies where id = any($1)')

export const findBodies = (db: Db, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.query(selectMany, [ids])
