import { type Db, oneOff, statement } from '../../../platform/db/db.ts'

const lockApp = statement<{ locked: boolean }>(
  'select pg_try_advisory_lock(hashtextextended($1, 2)) as locked',
)

/**
 * Not waited for: a build waits for every open transaction, and one that waits for the build would
 * hold it up for ever.
 */
export async function lockIndexes(db: Db, appId: string): Promise<void> {
  const [row] = await db.query(lockApp, [appId])
  if (!row?.locked) throw new Error(`indexes of the app ${appId} are being built already`)
}

const selectIndexes = statement<{ name: string; isValid: boolean }>(`
  select c.relname as name, i.indisvalid as "isValid"
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_class t on t.oid = i.indrelid
  join pg_namespace n on n.oid = t.relnamespace
  where n.nspname = $1 and t.relname = $2`)

export const listIndexes = (db: Db, { namespace, code }: { namespace: string; code: string }) =>
  db.query(selectIndexes, [`ws_${namespace}`, code])

/** One statement by itself: PostgreSQL builds nothing concurrently inside a transaction. */
export const runAlone = (db: Db, text: string) => db.query(oneOff(text), [])
