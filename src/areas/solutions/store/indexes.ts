import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { once, raw, sql } from '../../../platform/db/sql.ts'

/**
 * Not waited for: a build waits for every open transaction, and one that waits for the build would
 * hold it up for ever.
 */
export async function lockIndexes(db: Db, appId: string): Promise<void> {
  const row = await db.first(
    sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${advisoryLock('app indexes', sql`${appId}::text`)}) as locked`,
  )
  if (!row?.locked) throw new Error(`indexes of the app ${appId} are being built already`)
}

export const listIndexes = (db: Db, { namespace, code }: { namespace: string; code: string }) =>
  db.all(sql<{ name: string; isValid: boolean }>`
    select c.relname as name, i.indisvalid as "isValid"
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = ${`ws_${namespace}`} and t.relname = ${code}`)

/** One statement by itself: PostgreSQL builds nothing concurrently inside a transaction. */
export const runAlone = (db: Db, text: string) => db.run(once(raw(text)))
