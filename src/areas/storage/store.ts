import { ascending, listPage, type PageRequest } from '../../lists/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { advisoryLock } from '../../platform/db/locks.ts'
import { quick, sql } from '../../platform/db/sql.ts'

export type EntryKey = { scope: string; key: string }
export type Entry = { value: string; version: number; created_at: Date; expires_at: Date | null }
export type Saved = { version: number; created_at: Date }

export async function findEntry(
  db: Db,
  { scope, key }: EntryKey,
  now: Date,
): Promise<Entry | undefined> {
  return db.first(
    quick(sql<Entry>`
      select value, version, created_at, expires_at
      from kontor.storage_entries
      where scope = ${scope} and key = ${key} and (expires_at is null or expires_at > ${now})`),
  )
}

export type EntryFilter = PageRequest & { place?: string | undefined; prefix: string }
export type Listed = EntryKey & {
  size: number
  version: number
  updated_at: Date
  expires_at: Date | null
}

export const listEntries = (db: Db, { place, prefix, ...page }: EntryFilter, now: Date) =>
  listPage<Listed>(
    db,
    {
      columns: sql`scope, key, octet_length(value) as size, version, updated_at, expires_at`,
      from: sql`kontor.storage_entries`,
      where: [
        ...(place === undefined ? [] : [sql`scope = ${place}`]),
        sql`starts_with(key, ${prefix})`,
        sql`(expires_at is null or expires_at > ${now})`,
      ],
      order: [ascending('scope', 'text'), ascending('key', 'text')],
    },
    page,
  )

/** Holds the key, also one that has no entry yet, so that a check and its write see one state. */
export async function lockEntry(db: Db, place: EntryKey, now: Date): Promise<Entry | undefined> {
  const key = sql`${place.scope}::text || chr(31) || ${place.key}`
  await db.run(sql`select pg_advisory_xact_lock(${advisoryLock('storage entry', key)})`)
  return findEntry(db, place, now)
}

export async function saveEntry(
  db: Db,
  { scope, key }: EntryKey,
  entry: { value: string; now: Date; by: string; expiresAt: Date | null },
): Promise<Saved> {
  const { value, now, by, expiresAt } = entry
  const saved = await db.first(sql<Saved>`
    insert into kontor.storage_entries as e
      (scope, key, value, version, created_at, updated_at, updated_by, expires_at)
    values (${scope}, ${key}, ${value}, 1, ${now}, ${now}, ${by}, ${expiresAt})
    on conflict (scope, key) do update set
      value = excluded.value,
      version = case when e.expires_at <= excluded.updated_at then 1 else e.version + 1 end,
      created_at = case when e.expires_at <= excluded.updated_at then excluded.created_at else e.created_at end,
      updated_at = excluded.updated_at,
      updated_by = excluded.updated_by,
      expires_at = excluded.expires_at
    returning version, created_at`)
  if (!saved) throw new Error('an upsert answered no row')
  return saved
}

export async function deleteEntry(db: Db, { scope, key }: EntryKey): Promise<number | undefined> {
  const row = await db.first(sql<{ version: number }>`
    delete from kontor.storage_entries
    where scope = ${scope} and key = ${key}
    returning version`)
  return row?.version
}

export const deleteExpired = (db: Db, now: Date, limit: number) =>
  db.all(sql<EntryKey & { version: number }>`
    delete from kontor.storage_entries
    where (scope, key) in (
      select scope, key from kontor.storage_entries
      where expires_at <= ${now} limit ${limit} for update skip locked)
    returning scope, key, version`)
