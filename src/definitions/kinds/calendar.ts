import { z } from 'zod'
import { isZone } from '../../lib/calendar.ts'
import { Subject, Text, Title } from '../../lib/codes.ts'
import { readHolidays } from '../../lib/holidays.ts'
import type { DefinitionKind } from '../kind.ts'
import { inSubjects } from '../reference.ts'
import { WorkingHours, WorkingWeek } from '../working-hours.ts'

const Calendar = z.strictObject({
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

export const calendar: DefinitionKind<typeof Calendar> = {
  schema: Calendar,
  files: ['calendars/{code}'],
  attachments: {
    holidays: { ending: '.ics', isNamed: true, check: (text) => readHolidays(text).problems },
  },
  subjects: (body) => inSubjects(body.for, ['for']),
}
