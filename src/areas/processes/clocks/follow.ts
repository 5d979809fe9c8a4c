import type { Clock, Sla } from '../../../definitions/sla.ts'
import type { Control } from '../../../engine/state.ts'
import { tokensIn } from '../../../engine/tokens.ts'
import type { Calendar } from '../../../lib/calendar.ts'
import { isOver, type Measure, usedUntil, withBreach } from './clock.ts'
import type { ClockRow } from './store.ts'

/** What the clocks of an instance depend on. */
export type Timed = {
  instance: string
  control: Control
  sla: Sla
  calendar: Calendar
  /** The instance itself is suspended. */
  isPaused: boolean
  /** The status of the item; empty if no clock depends on it. */
  status?: string
}

/** The current time, and until when time counts while the process is suspended. */
export type Moment = { at: Date; until: Date }

type DueClock = { code: string; clock: Clock; token: number; isPaused: boolean }

/** Starts, pauses and stops clocks for the current tokens: the open ones, and new ones. */
export function followClocks(open: readonly ClockRow[], timed: Timed, moment: Moment): ClockRow[] {
  const { sla, calendar } = timed
  const wanted = wantedIn(timed)
  const isSame = (row: ClockRow, { code, token }: DueClock) =>
    row.code === code && row.token === token
  const measureOf = (code: string): Measure | undefined => {
    const clock = sla[code]
    return clock && { clock, calendar }
  }
  return [
    ...open
      .filter((row) => !wanted.some((each) => isSame(row, each)))
      .map((row) => stop(row, moment, measureOf(row.code))),
    ...wanted.map((each) => {
      const { clock, isPaused } = each
      const row = open.find((known) => isSame(known, each)) ?? start(timed.instance, moment, each)
      return count(row, moment, { isPaused, measure: { clock, calendar } })
    }),
  ]
}

/**
 * The clocks for the current tokens: one for the process, one for each visit of a step. A suspended process does
 * not pause them: the time of its suspension is subtracted when it is resumed.
 */
function wantedIn({ control, sla, isPaused: isSuspended, status = '' }: Timed): DueClock[] {
  if (control.end) return []
  const at = Object.entries(tokensIn(control)).filter(
    ([, { watches, isPast }]) => watches === undefined && !isPast,
  )
  return Object.entries(sla).flatMap(([code, clock]) => {
    const isPaused =
      isSuspended ||
      clock.pauseStatuses.includes(status) ||
      at.some(([, { node }]) => clock.pause.includes(node))
    const visits = at
      .filter(
        ([, { node, run, respondent }]) => node === clock.step && [run, respondent].every(isUnset),
      )
      .map(([no]) => Number(no))
    const tokens = clock.step === undefined ? [0] : visits
    return tokens.map((token) => ({ code, clock, token, isPaused }))
  })
}

const isUnset = (value: unknown): boolean => value === undefined

const start = (instance: string, { at }: Moment, { code, clock, token }: DueClock): ClockRow => ({
  instance_id: instance,
  code,
  token,
  element: clock.step ?? null,
  started_at: at,
  stopped_at: null,
  since: null,
  used: 0,
  breach_at: null,
  warned_at: null,
  breached_at: null,
  level: 0,
})

/** Time while the server was down counts too: a breach may not have been reported. */
function stop(row: ClockRow, { at, until }: Moment, measure: Measure | undefined): ClockRow {
  const stopped = { ...row, stopped_at: at, since: null, breach_at: null }
  if (!measure) return stopped
  const isLate = !row.breached_at && isOver(row, until, measure)
  return {
    ...stopped,
    used: usedUntil(row, until, measure),
    ...(isLate && { breached_at: at }),
  }
}

function count(
  row: ClockRow,
  { at, until }: Moment,
  { isPaused, measure }: { isPaused: boolean; measure: Measure },
): ClockRow {
  if (isPaused === (row.since === null) && !isPaused) return withBreach(row, measure)
  if (isPaused && row.since === null) return row
  const used = usedUntil(row, until, measure)
  return withBreach({ ...row, used, since: isPaused ? null : at }, measure)
}
