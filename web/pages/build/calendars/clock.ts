import { type Calendar, isZone } from '../../../../src/lib/calendar.ts'
import type { Holidays } from '../../../../src/lib/holidays.ts'
import { DAYS, SPAN, toCalendar, type Week } from '../../../../src/lib/working-week.ts'

/** A calendar as a draft has it: anything may be missing. */
export type CalendarValue = {
  name?: string
  zone?: string
  hours?: Week | null
  holidays?: string
  days?: Record<string, string[] | null> | null
  for?: string[] | null
  default?: boolean
}

/** What people type for a time of day: `9` is 09:00, `930` is 09:30. */
export function toClock(text: string): string | undefined {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(text.trim()) ?? []
  if (hour === undefined) return undefined
  const clock = `${hour.padStart(2, '0')}:${minute}`
  return /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(clock) ? clock : undefined
}

/** `9-12:30, 13-17` as files write it; undefined where it is no time of day. */
export function toSpanTexts(text: string): string[] | undefined {
  const spans = text
    .split(/[,;]/)
    .filter((part) => part.trim() !== '')
    .map((part) => part.split(/[-–—]/).map(toClock))
  const isRight = spans.every(([from, to, ...more]) => from && to && from < to && more.length === 0)
  return isRight ? spans.map((span) => span.join('-')) : undefined
}

/** The calendar that a draft means; undefined while something in it is wrong. */
export function calendarOf(
  { zone = '', hours, days }: CalendarValue,
  holidays: Holidays | undefined,
): Calendar | undefined {
  const week = hours ?? undefined
  const all = [...DAYS.map((day) => week?.[day]), ...Object.values(days ?? {})]
  const isRight = all.every((spans) => (spans ?? []).every((span) => SPAN.test(span)))
  if (!isZone(zone) || !isRight) return undefined
  const other = Object.entries(days ?? {}).map(([day, spans]) => [day, spans ?? []] as const)
  return toCalendar({ zone, hours: week, days: Object.fromEntries(other) }, holidays)
}
