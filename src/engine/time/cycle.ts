import { Cron } from 'croner'
import { addDuration, type Duration, parseDuration } from './duration.ts'
import { LAST, parseMoment } from './moment.ts'

/** A repetition: at an interval, or by a cron calendar. */
export type Cycle =
  | { kind: 'interval'; count: number; duration: Duration; start?: Date; end?: Date }
  | { kind: 'calendar'; count: number; pattern: string; zone: string }

const DAY = 86_400_000

/** The number of repetitions of an unlimited cycle. */
export const FOR_EVER = -1
/** Nobody counts further: who writes more means for ever. */
export const MOST_TIMES = 1_000_000_000

/**
 * `R3/PT1H` happens three times, `R/2026-01-01T00:00:00Z/P1D`, `R/PT1H/2026-12-31T00:00:00Z`, or the five fields of cron,
 * `0 9 * * 1-5`, in UTC unless preceded by `TZ=Europe/Berlin `.
 */
export function parseCycle(text: string): Cycle | undefined {
  return text.startsWith('R') ? parseInterval(text) : parseCalendar(text)
}

/** How often `R3/…` happens; `undefined` if no number is said. */
export function timesOf(text: string): number | undefined {
  const [, count] = /^R(\d+)\//.exec(text) ?? []
  return count === undefined ? undefined : Number(count)
}

function parseInterval(text: string): Cycle | undefined {
  const times = timesOf(text) ?? FOR_EVER
  if (times === 0 || times > MOST_TIMES) return undefined
  const [, first = '', second] = /^R\d*\/([^/]+)(?:\/([^/]+))?$/.exec(text) ?? []
  const [start, duration, end] = first.startsWith('P')
    ? [undefined, parseDuration(first), second]
    : [first, parseDuration(second ?? ''), undefined]
  const [begin, last] = [start, end].map((each) =>
    each === undefined ? undefined : parseMoment(each),
  )
  const isWrong = (start !== undefined && !begin) || (end !== undefined && !last)
  if (!duration || isEmpty(duration) || isWrong) return undefined
  return {
    kind: 'interval',
    count: times,
    duration,
    ...(begin && { start: begin }),
    ...(last && { end: last }),
  }
}

/** An interval of zero length would repeat without end. */
const isEmpty = ({ months, days, milliseconds }: Duration): boolean =>
  months + days + milliseconds === 0

function parseCalendar(text: string): Cycle | undefined {
  const [, zone = 'UTC', pattern = ''] = /^(?:TZ=(\S+)\s+)?(.+)$/.exec(text) ?? []
  if (pattern.trim().split(/\s+/).length !== 5) return undefined
  try {
    new Cron(pattern, { timezone: zone, paused: true }).nextRun(new Date(0))
    return { kind: 'calendar', count: FOR_EVER, pattern, zone }
  } catch {
    return undefined
  }
}

/** The first occurrence, or the one after `previous`. Missed occurrences are skipped. */
export function occurrence(cycle: Cycle, now: Date, previous?: Date): Date | undefined {
  if (cycle.kind === 'calendar') {
    return new Cron(cycle.pattern, { timezone: cycle.zone, paused: true }).nextRun(now) ?? undefined
  }
  const { start, end, duration } = cycle
  const next = previous ? after(previous, now, duration) : (start ?? addDuration(now, duration))
  return next > (end ?? LAST) ? undefined : next
}

/** Near to now at once: a second may have passed very often since. */
function after(previous: Date, now: Date, duration: Duration): Date {
  const { months, days, milliseconds } = duration
  const missed = now.getTime() - previous.getTime()
  const length = days * DAY + milliseconds
  const skipped = months === 0 && missed > 0 ? Math.floor(missed / length) * length : 0
  let next = addDuration(new Date(previous.getTime() + skipped), duration)
  while (next <= now) next = addDuration(next, duration)
  return next
}
