import { z } from 'zod'
import { type Calendar, type Hours, isZone, OFFICE } from '../lib/calendar.ts'
import { Subject, Text, Title } from '../lib/codes.ts'
import type { Holidays } from './holidays.ts'

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const SPAN = /^([01]\d|2[0-3]):([0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

/** `09:00-12:30`, in order and without overlaps. */
const WorkingHours = z
  .array(z.string().regex(SPAN, 'expected hours such as 09:00-12:30'))
  .refine((spans) => {
    const minutes = toHours(spans).flat()
    return minutes.every((minute, at) => at === 0 || minute >= (minutes[at - 1] ?? 0))
  }, 'hours follow one another, and end after they begin')

/** The hours of each day; a day that is left out is free. */
export const WorkingWeek = z
  .partialRecord(z.enum(DAYS), WorkingHours)
  .refine((week) => Object.values(week).some((hours) => hours.length > 0), 'nobody ever works')
export type WorkingWeek = z.output<typeof WorkingWeek>

/** In hours. With less, what is due in working time would be due years later. */
const FEWEST = 5

/** The hours that people set for themselves. */
export const OwnWeek = WorkingWeek.refine(
  (week) => minutesIn(week) >= FEWEST * 60,
  `expected at least ${FEWEST} hours a week`,
)

const minutesIn = (week: WorkingWeek): number =>
  toWeek(week)
    .flat()
    .reduce((sum, [from, to]) => sum + to - from, 0)

export const CalendarDefinition = z.strictObject({
  name: Title,
  description: Text.default(''),
  zone: z.string().refine(isZone, 'expected a time zone such as Europe/Berlin'),
  hours: WorkingWeek.optional().describe(
    'by day; a day that is left out is free. Absent = Monday to Friday, 09:00-17:00',
  ),
  holidays: z
    .string()
    .regex(/\.ics$/, 'expected an .ics file')
    .optional()
    .describe('an iCalendar file of days that are free'),
  days: z
    .record(z.iso.date(), WorkingHours)
    .default({})
    .describe('days with other hours; [] = free'),
  for: z
    .array(Subject)
    .default([])
    .describe('whose calendar it is: departments, groups, positions, users'),
  default: z.boolean().default(false).describe('it is the calendar of everybody else'),
})

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

const toHours = (spans: readonly string[]): Hours =>
  spans.map((span) => [minutesOf(span.slice(0, 5)), minutesOf(span.slice(6))] as const)

export const toWeek = (week: WorkingWeek): Hours[] => DAYS.map((day) => toHours(week[day] ?? []))

/** A calendar with its holidays; a day that the definition names is stronger than a holiday. */
export function toCalendar(
  { zone, hours, days }: z.output<typeof CalendarDefinition>,
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
