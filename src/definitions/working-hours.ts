import { z } from 'zod'
import { isZone } from '../lib/calendar.ts'
import { Subject, Text, Title } from '../lib/codes.ts'
import { DAYS, SPAN, toHours, toWeek } from '../lib/working-week.ts'

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
