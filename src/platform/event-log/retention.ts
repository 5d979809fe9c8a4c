import type { Db } from '../db/db.ts'
import { advisoryLock } from '../db/locks.ts'
import { sql } from '../db/sql.ts'
import type { ObjectStore } from '../files/object-store.ts'
import { onOneNode } from '../jobs/one-node.ts'
import type { Job, Jobs } from '../jobs/runner.ts'
import { type ArchiveFile, type Span, writeArchive } from './archive-file.ts'
import { dropPartitions, endPartition, keepRoom, listPartitions } from './partitions.ts'
import { forgetTimes } from './times.ts'
import { keepTraces } from './traces.ts'

/** A reader of the log, and the last position it no longer needs. */
export type LogReader = { name: string; position: number }
export type FindReaders = (db: Db) => Promise<LogReader[]>

export type Retention = {
  /** Events older than so many days are archived; 0 = never. */
  days: number
  files: ObjectStore
  readers: readonly FindReaders[]
}

const DAY = 86_400_000
/** A partition spans at most this part of the retention time, so that events are kept little longer than that. */
const PARTS = 6

/** Each runs on one node at a time. Archiving may take long, and partitions must be prepared meanwhile. */
export const logJobs = (retention: Retention): Jobs => ({
  handlers: {
    'events.extend': (job) => onOneNode(job, 'event room', keepRoom),
    'events.archive': (job) =>
      onOneNode(job, 'event archive', (db) => archiveOld(job, db, retention)),
  },
  schedule: { 'events.extend': '* * * * *', 'events.archive': '41 * * * *' },
})

/** The last archived position: the log begins after it. */
export async function archivedUpTo(db: Db): Promise<number> {
  const { last } = await db.one(
    sql<{ last: number }>`select coalesce(max(last), 0) as last from kontor.event_archives`,
  )
  return last
}

/** The message for readers that want to continue at an earlier position. */
export const archivedText = (last: number): string =>
  `events up to position ${last} are in archives, the log begins after it`

/** Finishes an interrupted archive first. */
async function archiveOld(job: Job, db: Db, { days, files, readers }: Retention): Promise<void> {
  await dropPartitions(db, await archivedUpTo(db), job.log)
  if (days === 0) return
  const now = job.now().getTime()
  await endPartition(db, new Date(now - (days * DAY) / PARTS))
  const old = await findOld(db, new Date(now - days * DAY))
  for (const span of old) {
    const isHeld = async (each: Db): Promise<boolean> => {
      const holder = await findHolder(each, readers, span.last)
      if (!holder) return false
      job.log.warn({ ...span, holder }, 'old events are not archived: somebody still needs them')
      return true
    }
    if (await isHeld(db)) return
    const file = await writeArchive(db, files, span)
    if (!(await record(job, db, { span, file, isHeld }))) return
    await dropPartitions(db, span.last, job.log)
  }
}

/** Prevents archiving until the end of the transaction, for callers that read from an old position. */
export const holdArchives = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock_shared(${advisoryLock('event record')})`)

/** Partitions from the beginning of the log whose events are all final and older. */
export async function findOld(db: Db, before: Date): Promise<Span[]> {
  const begun = (await archivedUpTo(db)) + 1
  const { accounted } = await db.one(
    sql<{ accounted: number }>`select position as accounted from kontor.event_account`,
  )
  const old: Span[] = []
  for (const { first, end } of await listPartitions(db)) {
    if (end <= begun) continue
    if (accounted < end - 1 || !(await isOlder(db, end, before))) break
    old.push({ first: Math.max(first, begun), last: end - 1 })
  }
  return old
}

async function isOlder(db: Db, end: number, before: Date): Promise<boolean> {
  const newest = await db.first(sql<{ at: Date }>`
    select at from kontor.events where position < ${end} order by position desc limit 1`)
  return !newest || newest.at < before
}

/** A reader that has not read everything up to a position. */
export async function findHolder(
  db: Db,
  readers: readonly FindReaders[],
  last: number,
): Promise<string | undefined> {
  for (const find of readers) {
    const behind = (await find(db)).find(({ position }) => position < last)
    if (behind) return behind.name
  }
  return undefined
}

type Archived = { span: Span; file: ArchiveFile; isHeld(db: Db): Promise<boolean> }

/** Records the archive: the log begins after the span, unless a reader moved back into it meanwhile. */
async function record(job: Job, db: Db, { span, file, isHeld }: Archived): Promise<boolean> {
  await keepTraces(db, span)
  return job.write(async (ctx) => {
    await ctx.db.run(sql`select pg_advisory_xact_lock(${advisoryLock('event record')})`)
    if (await isHeld(ctx.db)) return false
    const { object, events, beganAt, endedAt, size, sha256 } = file
    await ctx.db.run(sql`
      insert into kontor.event_archives
        (first, last, events, began_at, ended_at, object, bytes, sha256, archived_at)
      values (${span.first}, ${span.last}, ${events}, ${beganAt}, ${endedAt}, ${object}, ${size},
        ${sha256}, ${ctx.now()})`)
    await forgetTimes(ctx.db, span.last)
    const data = { ...span, events, file: object }
    await ctx.emit({ type: 'system.events_archived', object: 'system', data })
    return true
  })
}

export type StoredArchive = Span & { object: string; events: number; bytes: number; sha256: Buffer }

/** Archives with events after a position. */
export const listArchives = (db: Db, after: number): Promise<StoredArchive[]> =>
  db.all(sql<StoredArchive>`
    select first, last, object, events, bytes, sha256 from kontor.event_archives
    where last > ${after} order by first`)
