import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export async function findDatabase(db: Db) {
  const row = await db.first(sql<{ version: string; used: number; max: number; position: number }>`
    select current_setting('server_version') as version,
      (select sum(numbackends) from pg_stat_database)::int as used,
      current_setting('max_connections')::int as max,
      (select coalesce(max(position), 0) from kontor.events) as position`)
  return row ?? { version: '', used: 0, max: 0, position: 0 }
}

export async function findDatabaseSize(db: Db): Promise<number> {
  return (
    (await db.first(sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`))
      ?.bytes ?? 0
  )
}
