import { z } from 'zod'
import { parseDuration } from '../engine/time/duration.ts'
import { whyImpossible } from '../engine/time/impossible.ts'
import { parseWorkingTime } from '../lib/calendar.ts'
import { Code, Subject, Title } from '../lib/codes.ts'
import type { Issue } from './source.ts'

const Time = z
  .string()
  .refine((text) => parseWorkingTime(text) !== undefined || parseDuration(text) !== undefined, {
    error: ({ input }) =>
      whyImpossible(String(input)) ??
      'expected working time such as "8 working hours", or a duration such as PT4H',
  })
const Element = z.string().min(1).max(200)

/** The superiors of whoever does the work, in the org chart. */
export const SUPERIOR = 'superior'

const Escalation = z.strictObject({
  after: Time.optional().describe('how long after the time is over; absent = at once'),
  action: z
    .enum(['notify', 'add', 'reassign'])
    .default('notify')
    .describe('tell them, offer them the open tasks as well, or give the tasks to them'),
  to: z
    .string()
    .refine(
      (text) => text === SUPERIOR || Subject.safeParse(text).success,
      'expected superior, user:login, group:code, position:code, department:code or role:author',
    ),
})

const Clock = z.strictObject({
  name: Title,
  within: Time.describe('the time there is, such as "2 working days" or PT4H'),
  step: Element.optional().describe('element that is timed at each visit; absent = the process'),
  pause: z
    .array(Element)
    .default([])
    .describe('elements; while the process is at one of them, the clock stands still'),
  pauseStatuses: z
    .array(Element)
    .default([])
    .describe('statuses; while the item of the process has one of them, the clock stands still'),
  warn: Time.optional().describe('how long before the end those who do the work are warned'),
  escalate: z.array(Escalation).max(20).default([]).describe('what is done when the time is over'),
})

/** The service levels of a process, by code. */
export const Sla = z.record(Code, Clock).default({})
export type Sla = z.output<typeof Sla>
export type Clock = z.output<typeof Clock>

/** What the parts of one clock must have in common. */
export const checkSla = (sla: Sla): Issue[] =>
  Object.entries(sla).flatMap(([code, { within, warn, escalate }]) => {
    const isWorking = parseWorkingTime(within) !== undefined
    const times = [
      { path: ['sla', code, 'warn'], time: warn },
      ...escalate.map(({ after }, at) => ({
        path: ['sla', code, 'escalate', at, 'after'],
        time: after,
      })),
    ]
    return times
      .filter(
        ({ time }) => time !== undefined && (parseWorkingTime(time) !== undefined) !== isWorking,
      )
      .map(({ path }) => ({
        path,
        message: isWorking
          ? 'expected working time, as in "within"'
          : 'expected a duration, as in "within"',
      }))
  })
