import type { Db } from '../db/db.ts'
import { type Sql, sql } from '../db/sql.ts'

/** Positions per row: a hundred million events are ten thousand rows. */
const BLOCK = 10_000
/** Events per call: an existing log is filled in steps. */
const MOST = 500_000

/** Records the times of final events. */
export const noteTimes = (db: Db, most = MOST) =>
  db.run(sql`
    insert into kontor.event_times as t (block, first, last, began, ended)
    select position / ${BLOCK}, min(position), max(position), min(at), max(at)
    from (
      select position, at from kontor.events
      where position > (select coalesce(max(last), 0) from kontor.event_times)
        and position <= (select position from kontor.event_account)
      order by position limit ${most}) as next
    group by 1
    on conflict (block) do update set last = greatest(t.last, excluded.last),
      began = least(t.began, excluded.began), ended = greatest(t.ended, excluded.ended)`)

/** Deletes the times of archived events. */
export const forgetTimes = (db: Db, upTo: number) =>
  db.run(sql`delete from kontor.event_times where last <= ${upTo}`)

type Period = { since?: Date | undefined; until?: Date | undefined }

/**
 * Ranges of positions that may contain events of a period, newest first. Positions grow with time, but not
 * strictly, because clocks may be wrong: ranges are excluded only by recorded times.
 */
export async function placesOf(db: Db, { since, until }: Period): Promise<Sql[]> {
  if (since === undefined && until === undefined) return [sql`true`]
  const { known, first, last } = await db.one(sql<{ known: number; first: number; last: number }>`
    select coalesce(max(last), 0) as known,
      coalesce(min(first) filter (where ended >= ${since ?? '-infinity'}::timestamptz),
        max(last) + 1, 0) as first,
      coalesce(max(last) filter (where began < ${until ?? 'infinity'}::timestamptz), 0) as last
    from kontor.event_times`)
  const unknown = sql`position > ${known}`
  if (until === undefined) return [sql`position >= ${first}`]
  return first > last ? [unknown] : [unknown, sql`position between ${first} and ${last}`]
}
