import type { Db } from '../db/db.ts'
import { once, raw, sql } from '../db/sql.ts'
import type { Log } from '../log.ts'

/** Positions prepared ahead: a minute of the largest import takes a tenth of them. */
export const ROOM = 40_000_000

/** How long others may wait behind a change of the log's table; the change is retried. */
const LOCK_TIMEOUT = '2s'

/** Positions from `first` up to, without, `end`. */
export type Partition = { name: string; first: number; end: number; isDetaching: boolean }

/** In the order of their positions. */
export const listPartitions = (db: Db): Promise<Partition[]> =>
  db.all(sql<Partition>`
    select c.relname as name, i.inhdetachpending as "isDetaching",
      coalesce(substring(b.bound from 'FROM \\(''?(\\d+)')::bigint, 1) as first,
      substring(b.bound from 'TO \\(''?(\\d+)')::bigint as end
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
    where i.inhparent = 'kontor.events'::regclass
    order by first`)

/** Makes partitions ahead of the events. On a connection of its own. */
export async function keepRoom(db: Db): Promise<void> {
  const { made } = await db.one(sql<{ made: number }>`select kontor.extend_events(${ROOM}) as made`)
  if (made > 0) await analyze(db)
}

/** Autovacuum does not analyze partitioned tables. */
const analyze = (db: Db) => db.run(once(raw('analyze kontor.events')))

/** Drops what is in archives, up to this position. Neither readers nor writers wait. */
export async function dropPartitions(db: Db, upTo: number, log: Log): Promise<void> {
  await db.run(once(raw(`set lock_timeout = '${LOCK_TIMEOUT}'`)))
  const old = (await listPartitions(db)).filter(({ end }) => end <= upTo + 1)
  for (const { name, isDetaching } of old) {
    // If somebody read a partition for too long, its removal is finished next time.
    const how = isDetaching ? 'finalize' : 'concurrently'
    await db.run(once(raw(`alter table kontor.events detach partition kontor.${name} ${how}`)))
  }
  for (const { name } of await listDetached(db, upTo)) {
    const { newest } = await db.one(
      once(sql<{ newest: number | null }>`
        select max(position) as newest from ${raw(`kontor.${name}`)}`),
    )
    // Detached by somebody else: its events are in no archive.
    if ((newest ?? 0) > upTo) continue
    try {
      await db.run(once(raw(`drop table kontor.${name}`)))
    } catch (err) {
      // For example a view depends on it, which must not stop the others.
      log.warn({ err, name }, 'a table of archived events cannot be dropped')
    }
  }
  if (old.length > 0) await analyze(db)
}

const listDetached = (db: Db, upTo: number) =>
  db.all(sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'kontor'::regnamespace and relkind = 'r' and not relispartition
      and relname ~ '^events_\\d+$' and substring(relname from 8)::bigint <= ${upTo}`)

/** More remain only while a reader holds them: queries by object look into every partition. */
const MOST_ENDED = 24

/** Positions that must be left in a partition before it is ended early, so that nobody takes its last one meanwhile. */
const MARGIN = 100_000

/**
 * Continues in the next partition if this one began before that time: in a small system one partition would span
 * years. The skipped positions stay unused, like those of a rolled-back transaction.
 */
export async function endPartition(db: Db, before: Date): Promise<void> {
  const { newest } = await db.one(
    sql<{ newest: number }>`select last_value as newest from kontor.events_position_seq`,
  )
  const all = await listPartitions(db)
  const current = all.find(({ end }) => newest < end)
  if (!current || all.filter(({ end }) => end <= newest).length >= MOST_ENDED) return
  const oldest = await db.first(sql<{ at: Date }>`
    select at from kontor.events where position >= ${current.first} order by position limit 1`)
  if (!oldest || oldest.at >= before) return
  // Continues only where a partition exists, and never backwards.
  await db.run(sql`select kontor.extend_events(${ROOM}, ${current.end})`)
  await db.run(sql`select setval('kontor.events_position_seq', ${current.end - 1}::bigint)
    from kontor.events_position_seq where last_value < ${current.end - MARGIN}`)
}
