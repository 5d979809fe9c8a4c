import type { Period } from '../../fields/kinds/periods.ts'
import { Cache } from '../../lib/cache.ts'

/** Year, month, day, hour, minute, second; trailing ones may be omitted. */
type Parts = readonly number[]

export function isZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** The year, month, day … given by the parts; undefined if it does not exist. */
export function periodOf(parts: Parts, zone: string): Period | undefined {
  const from = localSeconds(parts)
  if (from === undefined || !isSame(parts, from)) return undefined
  const next = parts.map((part, at) => (at === parts.length - 1 ? part + 1 : part))
  const to = localSeconds(next)
  return to === undefined ? undefined : { from: toUtc(from, zone), to: toUtc(to, zone) }
}

/** Seconds as if the parts were UTC; years 1 to 9999, including the end of the last one. */
function localSeconds([year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0]: Parts) {
  if (year < 1 || year > 10_000) return undefined
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  time.setUTCHours(hour, minute, second)
  return Number.isNaN(time.getTime()) ? undefined : time.getTime() / 1000
}

const isSame = (parts: Parts, seconds: number): boolean => {
  const found = partsOf(seconds)
  return found[0] !== 10_000 && parts.every((part, at) => part === found[at])
}

function partsOf(seconds: number): number[] {
  const time = new Date(seconds * 1000)
  return [
    time.getUTCFullYear(),
    time.getUTCMonth() + 1,
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
  ]
}

/** The local time in the zone at this second. */
export const toLocal = (seconds: number, zone: string): number[] =>
  partsOf(seconds + offsetAt(seconds, zone))

/** The second iteration is correct on days when the clocks change. */
function toUtc(local: number, zone: string): number {
  const guess = local - offsetAt(local, zone)
  return local - offsetAt(guess, zone)
}

const formats = new Cache<Intl.DateTimeFormat>({ most: 1000 })

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  formats.get(
    timeZone,
    () => new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }),
  )

/** `GMT+03:00` in seconds. */
function offsetAt(seconds: number, zone: string): number {
  if (zone === 'UTC') return 0
  const parts = formatOf(zone).formatToParts(new Date(seconds * 1000))
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0, rest = 0] =
    /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? []
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  return sign === '-' ? -offset : offset
}

const RELATIVE = /^([+-]?\d{1,5})([yqmwdh])$/i

/** From the start of the first unit to the end of the last, both relative to now. */
export function relativePeriod(first: string, last: string, now: Date): Period | undefined {
  const [from, to] = [unitAt(first, now), unitAt(last, now)]
  return from && to && from.from < to.to ? { from: from.from, to: to.to } : undefined
}

function unitAt(text: string, now: Date): Period | undefined {
  const [, count, letter = ''] = RELATIVE.exec(text) ?? []
  if (count === undefined) return undefined
  const [year = 0, month = 0, day = 0, hour = 0] = partsOf(now.getTime() / 1000)
  const weekday = (now.getUTCDay() + 6) % 7
  const by = Number(count)
  const at = (shift: number): number | undefined => {
    const moved: Record<string, Parts> = {
      y: [year + shift],
      q: [year, month - ((month - 1) % 3) + shift * 3],
      m: [year, month + shift],
      w: [year, month, day - weekday + shift * 7],
      d: [year, month, day + shift],
      h: [year, month, day, hour + shift],
    }
    const seconds = localSeconds(moved[letter.toLowerCase()] ?? [])
    return seconds !== undefined && isKnown(seconds) ? seconds : undefined
  }
  const [from, to] = [at(by), at(by + 1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** PostgreSQL and JavaScript agree on the years 1 to 9999. */
const isKnown = (seconds: number) => {
  const [year = 0] = partsOf(seconds)
  return year >= 1 && year <= 10_000
}
