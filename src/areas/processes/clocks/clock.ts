import type { Clock } from '../../../definitions/sla.ts'
import { addDuration, parseDuration } from '../../../engine/time/duration.ts'
import {
  addWorkingTime,
  type Calendar,
  parseWorkingTime,
  workingTimeBetween,
} from '../../../lib/calendar.ts'
import type { ClockRow } from './store.ts'

/** How a clock counts: working time of a calendar, or elapsed time. */
export type Measure = { clock: Clock; calendar: Calendar }

/** What happens when so much time is used up. */
export type Threshold = { what: 'warn' | 'breach' | 'escalate'; at: number; level: number }

export const usedUntil = (
  { used, since }: Pick<ClockRow, 'used' | 'since'>,
  moment: Date,
  { clock, calendar }: Measure,
): number => {
  if (!since) return used
  const passed = isWorking(clock.within)
    ? workingTimeBetween(since, moment, calendar)
    : Math.max(moment.getTime() - since.getTime(), 0)
  return used + passed
}

/** The next threshold; undefined after the last one. */
export function nextThreshold(row: ClockRow, { clock, calendar }: Measure): Threshold | undefined {
  const { within, warn, escalate } = clock
  const budget = toMilliseconds(within, calendar)
  if (!row.warned_at && !row.breached_at && warn !== undefined) {
    return { what: 'warn', at: Math.max(budget - toMilliseconds(warn, calendar), 0), level: 0 }
  }
  if (!row.breached_at) return { what: 'breach', at: budget, level: 0 }
  const next = escalate[row.level]
  if (!next) return undefined
  const after = next.after === undefined ? 0 : toMilliseconds(next.after, calendar)
  return { what: 'escalate', at: budget + after, level: row.level + 1 }
}

/** When a running clock reaches this time; null while it is paused. */
export function momentOf(row: ClockRow, used: number, measure: Measure): Date | null {
  const { since } = row
  if (!since) return null
  const left = Math.max(used - row.used, 0)
  if (!isWorking(measure.clock.within)) return new Date(since.getTime() + left)
  try {
    return addWorkingTime(since, { amount: left / MINUTE, unit: 'minutes' }, measure.calendar)
  } catch {
    // The calendar has so little working time that the moment is never reached.
    return null
  }
}

export const withBreach = (row: ClockRow, measure: Measure): ClockRow => ({
  ...row,
  breach_at: momentOf(row, toMilliseconds(measure.clock.within, measure.calendar), measure),
})

export function stateOf({ stopped_at, since }: ClockRow): 'running' | 'paused' | 'stopped' {
  if (stopped_at) return 'stopped'
  return since ? 'running' : 'paused'
}

export const isOver = (row: ClockRow, at: Date, measure: Measure): boolean =>
  usedUntil(row, at, measure) >= toMilliseconds(measure.clock.within, measure.calendar)

export type Fired = { row: ClockRow; measure: Measure; threshold: Threshold }

/** Fires the due thresholds: returns the clock afterwards, and adds them to `fired`. */
export function fireDue(
  row: ClockRow,
  { measure, now, fired }: { measure: Measure; now: Date; fired: Fired[] },
): ClockRow {
  let at = { ...row }
  for (;;) {
    const threshold = nextThreshold(at, measure)
    const moment = threshold && momentOf(at, threshold.at, measure)
    if (!moment || moment > now) return at
    at = {
      ...at,
      ...(threshold.what === 'warn' && { warned_at: now }),
      ...(threshold.what === 'breach' && { breached_at: now }),
      level: threshold.level,
    }
    fired.push({ row: at, measure, threshold })
  }
}

const MINUTE = 60_000
const isWorking = (text: string): boolean => parseWorkingTime(text) !== undefined

/** A working day has the average length of the calendar's days, because a clock that pauses counts hours. */
function toMilliseconds(text: string, { week }: Calendar): number {
  const working = parseWorkingTime(text)
  if (!working) {
    const duration = parseDuration(text)
    return duration ? addDuration(new Date(0), duration).getTime() : 0
  }
  if (working.unit === 'minutes') return working.amount * MINUTE
  const worked = week.filter((hours) => hours.length > 0)
  const minutes = worked.flat().reduce((sum, [from, to]) => sum + to - from, 0)
  return (working.amount * minutes * MINUTE) / Math.max(worked.length, 1)
}
