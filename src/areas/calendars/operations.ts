import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { DateTime, Id } from '../../api/schemas.ts'

const CalendarView = z
  .object({
    code: z.string(),
    name: z.string(),
    description: z.string(),
    zone: z.string(),
    isDefault: z.boolean().describe('of everybody who has no other one'),
    week: z
      .array(z.array(z.string()))
      .describe('hours of each day from Monday, such as 09:00-17:00'),
    holidays: z.array(z.string()).describe('free days from now on, the next 100'),
    days: z
      .record(z.string(), z.array(z.string()))
      .describe('days with other hours from now on, the next 100'),
  })
  .meta({ id: 'Calendar' })
export type CalendarView = z.infer<typeof CalendarView>

const CalendarUses = z
  .object({
    code: z.string(),
    solution: z.string(),
    file: z.string().describe('the definition, in the files of the solution'),
    subjects: z
      .array(z.object({ subject: z.string(), name: z.string() }))
      .describe('whose calendar it is, as its definition names them'),
    people: z.int().describe('how many people have it'),
    processes: z
      .array(z.object({ id: Id, name: z.string() }))
      .describe('those that name it, or without a name of one count by it'),
  })
  .meta({ id: 'CalendarUses' })
export type CalendarUses = z.infer<typeof CalendarUses>

export const calendars = {
  list: operation({
    method: 'GET',
    path: '/manage/v1/calendars',
    summary: 'List working-time calendars',
    output: z.object({ calendars: z.array(CalendarView) }),
  }),
  uses: operation({
    method: 'GET',
    path: '/manage/v1/calendars/uses',
    access: 'administrator',
    summary: 'List which users and processes use which calendar',
    output: z.object({ calendars: z.array(CalendarUses) }),
  }),
  own: operation({
    method: 'GET',
    path: '/manage/v1/me/calendar',
    summary: 'Read my working hours',
    description: 'Those by which the deadlines of my tasks are counted.',
    output: CalendarView.pick({ zone: true, week: true }),
  }),
  count: operation({
    method: 'GET',
    path: '/manage/v1/calendars/count',
    summary: 'Count working time from a moment',
    description: 'By the named calendar, or that of everybody.',
    input: z.object({
      from: DateTime,
      time: z.string().max(100).describe('such as "2 working days"'),
      calendar: z.string().max(50).optional(),
    }),
    output: z.object({ moment: DateTime }),
  }),
}
