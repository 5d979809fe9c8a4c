/** When people work: by the clock of a time zone, with days that are different. */
export type Calendar = {
  zone: string
  /** The hours of each day of the week, from Monday. */
  week: readonly Hours[]
  /** Days with other hours, `2026-12-24`; a holiday has none. */
  days: ReadonlyMap<string, Hours>
  /** Days that are free every year, `12-25`. */
  yearly: ReadonlySet<string>
}

/** Minutes of a day from its midnight, in order: `[[540, 720], [780, 1020]]`. */
export type Hours = readonly (readonly [from: number, to: number])[]

/** Monday to Friday, nine to five. */
export const OFFICE: Hours[] = [...Array<Hours>(5).fill([[540, 1020]]), [], []]
export const USUAL: Calendar = { zone: 'UTC', week: OFFICE, days: new Map(), yearly: new Set() }

/** Working time: days of work, or minutes of it. */
export type WorkingTime = { amount: number; unit: 'days' | 'minutes' }

const WORKING = /^(\d+)\s+working\s+(minute|hour|day|week)s?$/i
const UNITS: Record<string, WorkingTime> = {
  minute: { amount: 1, unit: 'minutes' },
  hour: { amount: 60, unit: 'minutes' },
  day: { amount: 1, unit: 'days' },
  week: { amount: 5, unit: 'days' },
}

/** `2 working days`, `4 working hours`, `30 working minutes`, `1 working week`. */
export function parseWorkingTime(text: string): WorkingTime | undefined {
  const [, count, name = ''] = WORKING.exec(text.trim()) ?? []
  const unit = UNITS[name.toLowerCase()]
  if (!unit) return undefined
  const amount = unit.amount * Number(count)
  return amount > MOST[unit.unit] ? undefined : { ...unit, amount }
}

/** Written as working time, however much it is. */
export const looksLikeWorkingTime = (text: string): boolean => WORKING.test(text.trim())

/** Ten years: who counts further made a mistake, and every day of it is looked at. */
const MOST_DAYS = 366 * 10
const MOST = { days: MOST_DAYS, minutes: MOST_DAYS * 24 * 60 }
const MINUTE = 60_000

/**
 * The moment after so much working time. Days are counted as days of work, at the same time of day, or the
 * nearest that is worked then; what begins outside of working time begins with the next one.
 */
export function addWorkingTime(
  start: Date,
  { amount, unit }: WorkingTime,
  calendar: Calendar,
): Date {
  return unit === 'days' ? addDays(start, amount, calendar) : addMinutes(start, amount, calendar)
}

function addMinutes(start: Date, minutes: number, calendar: Calendar): Date {
  let left = minutes * MINUTE
  for (const [from, to] of spansAfter(start, calendar)) {
    if (to - from >= left) return new Date(from + left)
    left -= to - from
  }
  throw tooFar()
}

function addDays(start: Date, count: number, calendar: Calendar): Date {
  const [first] = spansAfter(start, calendar).next().value ?? []
  if (first === undefined) throw tooFar()
  const begin = localOf(new Date(first), calendar.zone)
  if (count === 0) return new Date(first)
  let left = count
  let date = begin.date
  for (let at = 0; at < MOST_DAYS; at++) {
    date = nextDate(date)
    const hours = hoursOf(date, calendar)
    if (hours.length > 0) left--
    if (left === 0) return toMoment(date, nearest(hours, begin.minute), calendar.zone)
  }
  throw tooFar()
}

/** The same time of day if it is worked then, else when work begins again, or ends. */
function nearest(hours: Hours, minute: number): number {
  const next = hours.find(([, to]) => minute <= to)
  if (!next) return hours.at(-1)?.[1] ?? 0
  return Math.max(next[0], minute)
}

/** How much working time, in milliseconds, is between two moments. */
export function workingTimeBetween(start: Date, end: Date, calendar: Calendar): number {
  let sum = 0
  if (end <= start) return sum
  for (const [from, to] of spansAfter(start, calendar)) {
    if (from >= end.getTime()) return sum
    sum += Math.min(to, end.getTime()) - from
  }
  return sum
}

const tooFar = () => new RangeError('the calendar has less working time in the next ten years')

/** The times that are worked from a moment on, in order, as milliseconds. */
function* spansAfter(start: Date, calendar: Calendar): Generator<[number, number], undefined> {
  const moment = start.getTime()
  let { date } = localOf(start, calendar.zone)
  for (let at = 0; at < MOST_DAYS; at++) {
    for (const [from, to] of hoursOf(date, calendar)) {
      const begin = toMoment(date, from, calendar.zone).getTime()
      const end = toMoment(date, to, calendar.zone).getTime()
      if (end > moment && end > begin) yield [Math.max(begin, moment), end]
    }
    date = nextDate(date)
  }
  return undefined
}

function hoursOf(date: string, { week, days, yearly }: Calendar): Hours {
  const own = days.get(date)
  if (own) return own
  if (yearly.has(date.slice(5))) return []
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  return week[(day + 6) % 7] ?? []
}

const nextDate = (date: string): string => dateOf(Date.parse(`${date}T00:00:00Z`) + 86_400_000)

/** Years of more than four digits are written in another way: nobody means them. */
function dateOf(moment: number): string {
  const [date = ''] = new Date(moment).toISOString().split('T')
  if (date.length > 10) throw new RangeError('only years up to 9999 are counted')
  return date
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  formats.set(zone, made)
  return made
}

export function isZone(zone: string): boolean {
  try {
    formatFor(zone)
    return true
  } catch {
    return false
  }
}

/** The date and the minute of the day that a clock in the zone shows; seconds are parts of a minute. */
export function localOf(moment: Date, zone: string): { date: string; minute: number } {
  const shown = wallClock(moment.getTime(), zone)
  const date = dateOf(shown)
  return { date, minute: (shown - Date.parse(`${date}T00:00:00Z`)) / MINUTE }
}

/** What a clock in the zone shows, as if it were UTC. */
function wallClock(moment: number, zone: string): number {
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1000) + 1000) % 1000)
}

/**
 * The moment at which a clock in the zone shows this. A time that is left out when clocks go forward is the
 * one after the gap, one that comes twice is the first.
 */
function toMoment(date: string, minute: number, zone: string): Date {
  const shown = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE
  const before = shown - offsetAt(shown - 86_400_000, zone)
  const after = shown - offsetAt(shown + 86_400_000, zone)
  if (before === after) return new Date(before)
  const fits = [before, after].filter((moment) => wallClock(moment, zone) === shown)
  return new Date(fits.length > 0 ? Math.min(...fits) : before)
}

const offsetAt = (moment: number, zone: string): number => wallClock(moment, zone) - moment
