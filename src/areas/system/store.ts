import { type Db, statement } from '../../platform/db/db.ts'

const selectDatabase = statement<{ version: string; used: number; max: number; position: number }>(`
  select current_setting('server_version') as version,
    (select sum(numbackends) from pg_stat_database)::int as used,
    current_setting('max_connections')::int as max,
    (select coalesce(max(position), 0) from kontor.events) as position`)

export async function findDatabase(db: Db) {
  const [row] = await db.query(selectDatabase, [])
  return row ?? { version: '', used: 0, max: 0, position: 0 }
}

const selectSize = statement<{ bytes: number }>(
  'select pg_database_size(current_database()) as bytes',
)

export async function findDatabaseSize(db: Db): Promise<number> {
  return (await db.query(selectSize, []))[0]?.bytes ?? 0
}
