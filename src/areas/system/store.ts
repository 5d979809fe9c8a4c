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

/** With their indexes; rows as the database last estimated them. */
export const listLargestTables = (db: Db) =>
  db.all(sql<{ name: string; rows: number; bytes: number; dead: number }>`
    select c.oid::regclass::text as name, greatest(c.reltuples, 0)::bigint as rows,
      pg_total_relation_size(c.oid) as bytes, pg_stat_get_dead_tuples(c.oid) as dead
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and (n.nspname in ('kontor', 'graphile_worker') or n.nspname like 'ws\\_%')
    order by bytes desc limit 30`)
