export const DAY = 86_400

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?)?$/

const TIME = /^(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/
const WITHIN = /[Tt ]([\d:]+)/

/** What clients send for "no time". */
const ZERO = '0001-01-01T00:00:00Z'
export const isZeroTime = (wire: string): boolean => wire === ZERO

export const secondsOf = (wire: string): number => Date.parse(wire) / 1000

/** A time in the wire format, `2026-03-02T09:15:00Z`; undefined outside of the years 1 to 9999. */
function toWire(seconds: number): string | undefined {
  const text = Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : ''
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? `${text.slice(0, 19)}Z` : undefined
}

/**
 * RFC 3339 with any offset, or a date alone, which is its first second. Without an offset it is
 * UTC. Fractions of a second are dropped.
 */
export function readMoment(text: string): { wire: string; hasTime: boolean } | undefined {
  const [, day = '', hour, minute, second = '00', sign, offsetHour, offsetMinute] =
    MOMENT.exec(text) ?? []
  const start = startOf(day)
  if (start === undefined || Number(hour ?? 0) > 23) return undefined
  if ([minute, second, offsetMinute].some((part) => Number(part ?? 0) > 59)) return undefined
  if (Number(offsetHour ?? 0) > 23) return undefined
  if (sign === undefined) {
    const wire = `${day}T${hour ?? '00'}:${minute ?? '00'}:${second}Z`
    return { wire, hasTime: hour !== undefined }
  }
  const offset = Number(offsetHour ?? 0) * 3600 + Number(offsetMinute ?? 0) * 60
  const local = start + Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second)
  const wire = toWire(local - (sign === '-' ? -offset : offset))
  return wire === undefined ? undefined : { wire, hasTime: hour !== undefined }
}

/** The calendar day as it is written, whatever time and offset stand behind it. */
export function readDate(text: string): string | undefined {
  const moment = readMoment(text)
  return moment && `${text.slice(0, 10)}T00:00:00Z`
}

/** `14:30`, `14:30:00`, or the time of day as it is written in a whole time. */
export function readTime(text: string): string | undefined {
  const whole = readMoment(text) && WITHIN.exec(text)?.[1]
  const [, hour = '', minute, second = '00'] = TIME.exec(whole ?? text) ?? []
  if (minute === undefined || Number(hour) > 23) return undefined
  if (Number(minute) > 59 || Number(second) > 59) return undefined
  return `0001-01-01T${hour.padStart(2, '0')}:${minute}:${second}Z`
}

/** The first second of a day, if there is such a day. */
function startOf(day: string): number | undefined {
  const start = Date.parse(`${day}T00:00:00Z`)
  // A day that a month does not have becomes one of the next month.
  const isReal = !Number.isNaN(start) && new Date(start).getUTCDate() === Number(day.slice(8))
  return isReal && !day.startsWith('0000') ? start / 1000 : undefined
}
