import { type Check, ok, problem } from './checks/check.ts'
import type { Db } from './db/db.ts'
import { sql } from './db/sql.ts'
import { archivedUpTo } from './event-log/retention.ts'
import { noteTimes } from './event-log/times.ts'
import { findWriters } from './events.ts'
import type { Jobs } from './jobs/runner.ts'

type Account = { position: number; up_to: number | null; writers: string[] | null }

/**
 * Accounts for the next part of the log: positions that are missing there are permanent gaps. A transaction
 * that took a position holds the writer lock until it ends, so once all holders at the time the part was
 * chosen have ended, nothing new can appear in it. It neither blocks anything nor waits.
 */
export async function accountForEvents(db: Db): Promise<void> {
  const account = await db.first(
    sql<Account>`select position, up_to, writers from kontor.event_account for update skip locked`,
  )
  if (!account) return
  const found = await db.first(
    sql<{ last: number | null }>`select max(position) as last from kontor.events`,
  )
  const upTo = account.up_to ?? found?.last ?? 0
  if (upTo <= account.position) return
  const writers = await findWriters(db, account.writers)
  if (writers.length > 0) {
    await db.run(
      sql`update kontor.event_account set up_to = ${upTo}::bigint, writers = ${writers}::text[]`,
    )
    return
  }
  // A gap is the range of free positions before a taken one.
  await db.run(sql`
    insert into kontor.event_gaps (first, last)
    select before + 1, position - 1
    from (
      select position, lag(position, 1, ${account.position}::bigint) over (order by position) as before
      from (
        select position from kontor.events where position > ${account.position}
          and position <= ${upTo}
        union all select ${upTo}::bigint + 1
      ) as taken
    ) as pairs
    where position > before + 1`)
  await db.run(
    sql`update kontor.event_account set position = ${upTo}::bigint, up_to = null, writers = null`,
  )
}

export const eventJobs: Jobs = {
  handlers: {
    'events.account': async (job) => {
      await job.write(({ db }) => accountForEvents(db))
      await job.write(({ db }) => noteTimes(db))
    },
  },
  schedule: { 'events.account': '* * * * *' },
}

/**
 * Every position is an event or was never used; anything else is a lost event. Archived positions were counted
 * when they were archived.
 */
export const eventLogCheck: Check = {
  name: 'event log',
  isThorough: true,
  run: async (db) => {
    const archived = await archivedUpTo(db)
    const state = await db.first(sql<{
      position: number
      events: number
      unused: number
    }>`
      select a.position,
        (select count(*) from kontor.events
          where position > ${archived} and position <= a.position) as events,
        (select coalesce(sum(last - greatest(first, ${archived}::bigint + 1) + 1), 0)::bigint
          from kontor.event_gaps where last > ${archived}) as unused
      from kontor.event_account a`)
    if (!state) return problem('the log is not accounted for: kontor.event_account is empty')
    const { position, events, unused } = state
    if (archived + events + unused === position) {
      const begin = archived === 0 ? '' : `from position ${archived + 1} `
      return ok(
        `complete ${begin}up to position ${position}: ${events} events, ${unused} positions unused`,
      )
    }
    const lost = await db.all(sql<{ first: number; last: number }>`
      select before + 1 as first, begins - 1 as last
      from (
        select begins, lag(ends, 1, ${archived}::bigint) over (order by begins) as before
        from (
          select position as begins, position as ends from kontor.events
          where position > ${archived}
            and position <= (select position from kontor.event_account)
          union all select first, last from kontor.event_gaps where last > ${archived}
          union all select position + 1, position + 1 from kontor.event_account
        ) as known
      ) as pairs
      where begins > before + 1 order by before limit 10`)
    const places = lost.map(({ first, last }) => (first === last ? first : `${first}–${last}`))
    return problem(
      `${position - archived - events - unused} events were lost, at ${places.join(', ')}: restore a backup`,
    )
  },
}
