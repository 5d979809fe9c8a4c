import { type Calendar, type Hours, OFFICE } from './calendar.ts'
import type { Holidays } from './holidays.ts'

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof DAYS)[number]

/** `09:00-12:30`; a day may last until 24:00. */
export const SPAN = /^([01]\d|2[0-3]):([0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

/** The hours of each day as files have them; a day that is left out is free. */
export type Week = Partial<Record<Day, readonly string[] | undefined>>

/** What a definition says of a calendar. */
export type CalendarParts = {
  zone: string
  hours?: Week | undefined
  days: Record<string, readonly string[]>
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

export const toHours = (spans: readonly string[]): Hours =>
  spans.map((span) => [minutesOf(span.slice(0, 5)), minutesOf(span.slice(6))] as const)

export const toWeek = (week: Week): Hours[] => DAYS.map((day) => toHours(week[day] ?? []))

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

export const toSpans = (hours: Hours): string[] =>
  hours.map(([from, to]) => `${clock(from)}-${clock(to)}`)

/** A calendar with its holidays; a day that the definition names is stronger than a holiday. */
export function toCalendar(
  { zone, hours, days }: CalendarParts,
  holidays: Pick<Holidays, 'days' | 'yearly'> = { days: [], yearly: [] },
): Calendar {
  return {
    zone,
    week: hours ? toWeek(hours) : OFFICE,
    days: new Map([
      ...holidays.days.map((day): [string, Hours] => [day, []]),
      ...Object.entries(days).map(([day, spans]): [string, Hours] => [day, toHours(spans)]),
    ]),
    yearly: new Set(holidays.yearly),
  }
}
