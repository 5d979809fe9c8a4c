import { type Db, quickStatement, statement } from '../../platform/db/db.ts'

export type Place = { scope: string; key: string }
export type Entry = { value: string; version: number; created_at: Date; expires_at: Date | null }
export type Saved = { version: number; created_at: Date }

const selectEntry = quickStatement<Entry>(`
  select value, version, created_at, expires_at
  from kontor.storage_entries
  where scope = $1 and key = $2 and (expires_at is null or expires_at > $3)`)

export async function findEntry(
  db: Db,
  { scope, key }: Place,
  now: Date,
): Promise<Entry | undefined> {
  const [entry] = await db.query(selectEntry, [scope, key, now])
  return entry
}

export type Wanted = {
  place?: string | undefined
  prefix: string
  from: number
  size: number
}
export type Listed = Place & {
  size: number
  version: number
  updated_at: Date
  expires_at: Date | null
}

const MATCHING = `
  from kontor.storage_entries
  where ($1::text is null or scope = $1) and starts_with(key, $2)
    and (expires_at is null or expires_at > $3)`
const selectPage = statement<Listed>(`
  select scope, key, octet_length(value) as size, version, updated_at, expires_at ${MATCHING}
  order by scope, key offset $4 limit $5`)
const countMatching = statement<{ total: number }>(`select count(*) as total ${MATCHING}`)

export async function listEntries(db: Db, { place, prefix, from, size }: Wanted, now: Date) {
  const matching = [place ?? null, prefix, now]
  const [rows, [counted]] = await Promise.all([
    db.query(selectPage, [...matching, from, size]),
    db.query(countMatching, matching),
  ])
  return { rows, total: counted?.total ?? 0 }
}

const lockKey = statement(
  'select pg_advisory_xact_lock(hashtextextended($1::text || chr(31) || $2, 1))',
)

/** Holds the key, also one that has no entry yet, so that a check and its write see one state. */
export async function lockEntry(db: Db, place: Place, now: Date): Promise<Entry | undefined> {
  await db.query(lockKey, [place.scope, place.key])
  return findEntry(db, place, now)
}

const upsertEntry = statement<Saved>(`
  insert into kontor.storage_entries as e
    (scope, key, value, version, created_at, updated_at, updated_by, expires_at)
  values ($1, $2, $3, 1, $4, $4, $5, $6)
  on conflict (scope, key) do update set
    value = excluded.value,
    version = case when e.expires_at <= excluded.updated_at then 1 else e.version + 1 end,
    created_at = case when e.expires_at <= excluded.updated_at then excluded.created_at else e.created_at end,
    updated_at = excluded.updated_at,
    updated_by = excluded.updated_by,
    expires_at = excluded.expires_at
  returning version, created_at`)

export async function saveEntry(
  db: Db,
  { scope, key }: Place,
  entry: { value: string; now: Date; by: string; expiresAt: Date | null },
): Promise<Saved> {
  const { value, now, by, expiresAt } = entry
  const [saved] = await db.query(upsertEntry, [scope, key, value, now, by, expiresAt])
  if (!saved) throw new Error('an upsert answered no row')
  return saved
}

const removeEntry = statement<{ version: number }>(`
  delete from kontor.storage_entries
  where scope = $1 and key = $2
  returning version`)

export async function deleteEntry(db: Db, { scope, key }: Place): Promise<number | undefined> {
  const [row] = await db.query(removeEntry, [scope, key])
  return row?.version
}

const removeExpired = statement<Place & { version: number }>(`
  delete from kontor.storage_entries
  where (scope, key) in (
    select scope, key from kontor.storage_entries
    where expires_at <= $1 limit $2 for update skip locked)
  returning scope, key, version`)

export const deleteExpired = (db: Db, now: Date, limit: number) =>
  db.query(removeExpired, [now, limit])
