import { type Check, ok, problem } from './checks/check.ts'
import { type Db, statement } from './db/db.ts'
import { findWriters } from './events.ts'
import type { Jobs } from './jobs/runner.ts'

type Account = { position: number; up_to: number | null; writers: string[] | null }

const lockAccount = statement<Account>(
  'select position, up_to, writers from kontor.event_account for update skip locked',
)
const selectLast = statement<{ last: number | null }>(
  'select max(position) as last from kontor.events',
)

const saveWaiting = statement(
  'update kontor.event_account set up_to = $1::bigint, writers = $2::text[]',
)
const saveDecided = statement(
  'update kontor.event_account set position = $1::bigint, up_to = null, writers = null',
)

/** A position that is free before one that is taken begins a gap, which ends there. */
const insertGaps = statement(`
  insert into kontor.event_gaps (first, last)
  select before + 1, position - 1
  from (
    select position, lag(position, 1, $1::bigint) over (order by position) as before
    from (
      select position from kontor.events where position > $1 and position <= $2
      union all select $2::bigint + 1
    ) as taken
  ) as pairs
  where position > before + 1`)

/**
 * Accounts for the next part of the log: what is missing there now is a gap for ever. Whoever took a
 * position holds the lock of a writer until it has ended, so once those who held it when the part was
 * chosen have ended, nothing can appear in it any more. Nobody waits for this, and it waits for nobody.
 */
export async function accountForEvents(db: Db): Promise<void> {
  const [account] = await db.query(lockAccount, [])
  if (!account) return
  const [found] = await db.query(selectLast, [])
  const upTo = account.up_to ?? found?.last ?? 0
  if (upTo <= account.position) return
  const writers = await findWriters(db, account.writers)
  if (writers.length > 0) {
    await db.query(saveWaiting, [upTo, writers])
    return
  }
  await db.query(insertGaps, [account.position, upTo])
  await db.query(saveDecided, [upTo])
}

export const eventJobs: Jobs = {
  handlers: { 'events.account': (job) => job.write(({ db }) => accountForEvents(db)) },
  schedule: { 'events.account': '* * * * *' },
}

const selectState = statement<{ position: number; events: number; gaps: number; rolled: number }>(`
  select a.position,
    (select count(*) from kontor.events where position <= a.position) as events,
    (select count(*) from kontor.event_gaps) as gaps,
    (select coalesce(sum(last - first + 1), 0)::bigint from kontor.event_gaps) as rolled
  from kontor.event_account a`)

const selectLost = statement<{ first: number; last: number }>(`
  select before + 1 as first, begins - 1 as last
  from (
    select begins, lag(ends, 1, 0::bigint) over (order by begins) as before
    from (
      select position as begins, position as ends from kontor.events
      where position <= (select position from kontor.event_account)
      union all select first, last from kontor.event_gaps
      union all select position + 1, position + 1 from kontor.event_account
    ) as known
  ) as pairs
  where begins > before + 1 order by before limit 10`)

/** Every position is an event or was rolled back; one that is neither is an event that was lost. */
export const eventLogCheck: Check = {
  name: 'event log',
  run: async (db) => {
    const [state] = await db.query(selectState, [])
    if (!state) return problem('nobody accounts for it: kontor.event_account is empty')
    const { position, events, rolled } = state
    if (events + rolled === position) {
      return ok(`complete up to position ${position}: ${events} events, ${rolled} rolled back`)
    }
    const lost = await db.query(selectLost, [])
    const places = lost.map(({ first, last }) => (first === last ? first : `${first}–${last}`))
    return problem(
      `${position - events - rolled} events were lost, at ${places.join(', ')}: restore a backup`,
    )
  },
}
