import { statfs } from 'node:fs/promises'
import { type Check, type Finding, ok, problem, warning } from '../checks/check.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import { databaseTime } from '../db/time.ts'
import { openFiles } from '../files/files.ts'
import { listPartitions, ROOM } from './partitions.ts'
import {
  archivedUpTo,
  type FindReaders,
  findHolder,
  findOld,
  listArchives,
  type StoredArchive,
} from './retention.ts'

const DAY = 86_400_000
const GIB = 1024 ** 3
/** Partitions, each with three indexes. */
const MANY = 100

/** Checks for problems that appear only after years. */
export const logChecks = (readers: readonly FindReaders[]): Check[] => [
  { name: 'log partitions', run: checkRoom },
  { name: 'log archives', run: (db, config) => checkArchives(db, config, readers) },
  { name: 'growth', run: checkGrowth },
]

/** Without a partition no event can be written, and without its event no change. */
async function checkRoom(db: Db): Promise<Finding> {
  const { newest } = await db.one(
    sql<{ newest: number }>`select last_value as newest from kontor.events_position_seq`,
  )
  const all = await listPartitions(db)
  const left = (all.at(-1)?.end ?? 0) - newest
  const text = `${all.length}, room for ${left.toLocaleString('en')} events`
  if (left >= ROOM / 2) {
    return all.length < MANY
      ? ok(text)
      : warning(`${text}: every question by object reads them all`)
  }
  const advice = `${text}, then nothing can be changed any more: is a server running with KONTOR_WORKERS above 0?`
  return left < ROOM / 8 ? problem(advice) : warning(advice)
}

/** Days an archive may be overdue: the job runs every hour. */
const LATE = 2

async function checkArchives(
  db: Db,
  config: Config,
  readers: readonly FindReaders[],
): Promise<Finding> {
  const archives = await listArchives(db, 0)
  const damage = archives.length === 0 ? undefined : await findDamage(archives, config)
  if (damage) return problem(`${damage}: restore it from a backup`)
  const days = config.KONTOR_EVENT_DAYS
  const text = archives.length === 0 ? 'none' : `${archives.length}, all there`
  if (days === 0) return ok(`${text}, events are kept for ever`)
  const now = await databaseTime(db)
  const [late] = await findOld(db, new Date(now.getTime() - (days + LATE) * DAY))
  if (!late) return ok(`${text}, events are kept for ${days} days`)
  const holder = await findHolder(db, readers, late.last)
  const reason = holder
    ? `${holder} has not read them: let it, or delete it`
    : 'see the failed jobs "events.archive"'
  return warning(`events ${late.first} to ${late.last} are older than ${days} days: ${reason}`)
}

async function findDamage(archives: StoredArchive[], config: Config): Promise<string | undefined> {
  const files = await openFiles(config)
  for (const { object, bytes } of archives) {
    const found = await files.find(object)
    if (!found) return `${object} is missing`
    if (found.size !== bytes) return `${object} has ${found.size} bytes, not ${bytes}`
  }
  return undefined
}

/** The number of newest events from which the growth rate is computed. */
const LOOKED_AT = 200_000
/** Days of free disk below which the check warns. */
const SOON = { warning: 30, problem: 3 }

type Growth = { events: number; seconds: number; logBytes: number; bytes: number; last: number }

/** How long the disk lasts at the recent rate of events; everything else grows in proportion to the log. */
async function checkGrowth(db: Db, config: Config): Promise<Finding> {
  const growth = await db.one(sql<Growth>`
    with newest as (select position, at from kontor.events order by position desc limit 1),
    older as (
      select e.position, e.at from newest n cross join lateral (
        select position, at from kontor.events where position >= n.position - ${LOOKED_AT}
        order by position limit 1) e)
    select n.position - o.position as events,
      extract(epoch from n.at - o.at)::float8 as seconds, n.position as last,
      (select coalesce(sum(pg_total_relation_size(inhrelid)), pg_total_relation_size('kontor.events'))
        from pg_inherits where inhparent = 'kontor.events'::regclass)::bigint as "logBytes",
      pg_database_size(current_database()) as bytes
    from newest n, older o
    union all select 0, 0, 0, 0, pg_database_size(current_database()) limit 1`)
  const archived = await archivedUpTo(db)
  const { unused } = await db.one(sql<{ unused: number }>`
    select coalesce(sum(last - greatest(first, ${archived + 1}::bigint) + 1), 0)::bigint as unused
    from kontor.event_gaps where last > ${archived}`)
  const kept = growth.last - archived - unused
  const perDay = growth.seconds < 3600 ? 0 : (growth.events / growth.seconds) * 86_400
  const bytesPerDay = kept <= 0 ? 0 : (perDay * growth.bytes) / kept
  return judgeGrowth(
    { bytes: growth.bytes, perDay: bytesPerDay },
    config.DATABASE_URL === undefined ? await freeIn(config.KONTOR_DATA) : undefined,
  )
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** `free` is undefined for a database on another machine. */
export function judgeGrowth(
  { bytes, perDay }: { bytes: number; perDay: number },
  free: number | undefined,
): Finding {
  const gib = (size: number) => `${(size / GIB).toFixed(1)} GiB`
  const text = `the database has ${gib(bytes)}, about ${gib(perDay * 30)} more in 30 days`
  if (free === undefined || perDay === 0) return ok(text)
  const days = Math.floor(free / perDay)
  if (days >= SOON.warning) return ok(text)
  const advice = `${text}, the disk lasts for about ${days}: give it more, or archive old events with KONTOR_EVENT_DAYS`
  return days < SOON.problem ? problem(advice) : warning(advice)
}
