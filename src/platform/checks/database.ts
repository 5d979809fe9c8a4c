import {
  CREATE_DATABASE,
  databaseVersion,
  isUsable,
  KNOWS_LETTERS,
  latestVersion,
} from '../db/migrate.ts'
import { raw, sql } from '../db/sql.ts'
import { databaseTime } from '../db/time.ts'
import { type Check, type Finding, ok, problem, warning } from './check.ts'
import { checkSchema } from './schema.ts'

const version: Check = {
  name: 'database',
  run: async (db) => {
    const row = await db.first(sql<{ version: string; size: string }>`
      select current_setting('server_version') as version,
        pg_size_pretty(pg_database_size(current_database())) as size`)
    return ok(`PostgreSQL ${row?.version}, ${row?.size}`)
  },
}

const migrations: Check = {
  name: 'migrations',
  run: async (db) => {
    const [found, latest] = [await databaseVersion(db), await latestVersion()]
    if (found === latest) return ok(`at ${found}, the newest of this release`)
    if (found > latest && (await isUsable(db)))
      return ok(`at ${found}; this release knows ${latest}, and can work beside the newer one`)
    if (found > latest)
      return problem(`at ${found}, this release knows ${latest}: use the newer release`)
    return problem(`at ${found}, this release has ${latest}: run "kontor migrate"`)
  },
}

const durability: Check = {
  name: 'durability',
  run: async (db) => {
    const rows = await db.all(sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name`)
    const off = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name)
    if (off.length === 0) return ok('acknowledged changes survive a power cut')
    return problem(`${off.join(', ')} off: acknowledged changes can be lost, set to on`)
  },
}

/** Clock differences, in seconds, from which on times of the server and of the database contradict each other. */
const APART = { warning: 2, problem: 60 }

const clock: Check = {
  name: 'clock',
  run: async (db) => {
    const before = Date.now()
    const now = await databaseTime(db)
    const middle = (before + Date.now()) / 2
    return judgeClock((now.getTime() - middle) / 1000)
  },
}

export function judgeClock(seconds: number): Finding {
  const apart = Math.abs(seconds)
  const text = `${apart.toFixed(1)} s ${seconds < 0 ? 'ahead of' : 'behind'} the database`
  if (apart < APART.warning) return ok(text)
  const advice = `${text}: let both machines keep time with NTP`
  return apart < APART.problem ? warning(advice) : problem(advice)
}

type Oldest = { pid: number; application: string; state: string; seconds: number }

const LONG = 600

const transactions: Check = {
  name: 'transactions',
  run: async (db) => {
    const oldest = await db.first(sql<Oldest>`
      select pid, application_name as application, state,
        extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
      from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        and backend_type = 'client backend'
      order by xact_start limit 1`)
    if (!oldest) return ok('no open transactions')
    const { pid, application, state, seconds } = oldest
    const text = `the oldest is open for ${Math.round(seconds)} s ("${application}", ${state}, process ${pid})`
    if (seconds < LONG) return ok(text)
    return warning(
      `${text}: it prevents the removal of dead rows, check whether it is still needed`,
    )
  },
}

const indexes: Check = {
  name: 'indexes',
  run: async (db) => {
    const rows = await db.all(sql<{ name: string }>`
      select format('%I.%I', n.nspname, c.relname) as name
      from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
      where not i.indisvalid and n.nspname not in ('pg_catalog', 'information_schema')
        and n.nspname not like 'pg\\_toast%' and n.nspname not like 'pg\\_temp%'
        and not exists (select from pg_stat_progress_create_index p where p.index_relid = c.oid)
      order by 1`)
    const names = rows.map(({ name }) => name)
    if (names.length === 0) return ok('all are valid')
    const advice = `run "reindex index concurrently ${names[0]}"${names.length > 1 ? ' and so on' : ''}`
    return problem(`invalid, so never used: ${names.join(', ')}: ${advice}`)
  },
}

const letters: Check = {
  name: 'letters',
  run: async (db) => {
    const row = await db.first(sql<{ known: boolean; indexed: boolean }>`
      select ${raw(KNOWS_LETTERS)} as known, show_trgm('договор') <> '{}' as indexed`)
    const move = `move to another database with "kontor backup" and "kontor restore", made with ${CREATE_DATABASE}`
    if (!row?.known) {
      return problem(
        `lists and the search find only what is written in the same case, except for A to Z: ${move}`,
      )
    }
    if (row.indexed) return ok('upper and lower case are found alike, by index')
    return warning(
      `no index helps to find letters other than A to Z, so lists read whole tables: ${move}`,
    )
  },
}

/** The age, in transactions, from which on rows should have been frozen: PostgreSQL stops at two billion. */
const OLD_ROWS = { warning: 600_000_000, problem: 1_200_000_000 }
const MANY_ITEMS = 10_000_000
/** Dead rows that still take space, as a number and as a share of all rows. */
const DEAD = { rows: 1_000_000, part: 0.25 }

export type Vacuum = {
  /** Transactions since the oldest row that is not frozen. */
  age: number
  isOn: boolean
  /** Tables with too many dead rows, and those of large apps that are vacuumed too rarely. */
  swollen: string[]
  rare: string[]
}

const vacuum: Check = {
  name: 'vacuum',
  run: async (db) =>
    judgeVacuum(
      await db.one(sql<Vacuum>`
        with tables as (
          select format('%I.%I', n.nspname, c.relname) as name, c.reltuples, c.reloptions, n.nspname,
            pg_stat_get_dead_tuples(c.oid) as dead
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind = 'r' and (n.nspname = 'kontor' or n.nspname like 'ws\\_%'))
        select age(datfrozenxid) as age, current_setting('autovacuum') = 'on' as "isOn",
          array(select name from tables where dead > ${DEAD.rows}
            and dead > ${DEAD.part}::float8 * reltuples order by dead desc limit 5) as swollen,
          array(select name from tables where nspname <> 'kontor' and reltuples > ${MANY_ITEMS}
            and not coalesce(reloptions::text like '%autovacuum_vacuum_scale_factor%', false)
            order by reltuples desc limit 5) as rare
        from pg_database where datname = current_database()`),
    ),
}

export function judgeVacuum({ age, isOn, swollen, rare }: Vacuum): Finding {
  const text = `the oldest rows are ${age.toLocaleString('en')} transactions old`
  if (age > OLD_ROWS.problem) {
    return problem(`${text}: PostgreSQL will stop, run "vacuum (freeze)" in this database now`)
  }
  if (!isOn) return warning('autovacuum is off: set it to on, or tables swell and statistics age')
  if (age > OLD_ROWS.warning) {
    return warning(`${text}: the autovacuum does not keep up, look for long transactions`)
  }
  if (swollen.length > 0) {
    return warning(
      `a quarter of the rows or more are dead in ${swollen.join(', ')}: look for long transactions, then "vacuum ${swollen[0]}"`,
    )
  }
  if (rare.length === 0) return ok(text)
  return warning(
    `more than 10 million items, vacuumed too rarely for quick lists: ${rare.join(', ')}: run "alter table ${rare[0]} set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)"`,
  )
}

const schema: Check = { name: 'schema', run: checkSchema }

export const databaseChecks: Check[] = [
  version,
  migrations,
  schema,
  letters,
  durability,
  indexes,
  transactions,
  vacuum,
  clock,
]
