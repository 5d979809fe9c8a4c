import type { ReplyOf, RequestOf } from '../../../client.ts'
import type { Report } from '../list-page.tsx'
import { toRowsInput } from '../rows.ts'
import { type ReportView, whereOf } from '../view.ts'

export type Schedule = ReplyOf<'reports', 'listSchedules'>['schedules'][number]
type Sent = RequestOf<'reports', 'changeSchedule'>['input']

/** What the form asks for; the rest is kept. */
export type Draft = Pick<Schedule, 'name' | 'format' | 'timing'> & {
  people: string[]
  groups: string[]
}

export const begin = (report: Report): Draft => ({
  name: report.name,
  format: 'xlsx',
  timing: { every: 'week', weekdays: [1], at: '08:00' },
  people: [],
  groups: [],
})

export const draftOf = ({ name, format, timing, receivers }: Schedule): Draft => ({
  name,
  format,
  timing,
  people: receivers.filter(({ kind }) => kind === 'user').map(({ id }) => id),
  groups: receivers.filter(({ kind }) => kind !== 'user').map(({ id }) => id),
})

/** The same again, as the server takes it. */
export const settingsOf = (schedule: Schedule): NonNullable<Sent> => {
  const { name, format, timing, receivers, filter, where, parameters, sortExpressions } = schedule
  const ids = receivers.map(({ id }) => id)
  return { name, format, timing, receivers: ids, filter, where, parameters, sortExpressions }
}

/** What is chosen on the page now. */
export const chosenIn = (view: ReportView) => ({
  where: {},
  sortExpressions: [],
  ...toRowsInput(view.parameters, view.sort, whereOf(view)),
})

export const EVERY = ['day', 'week', 'month'] as const
export type Every = (typeof EVERY)[number]

export function timingOf(every: Every, { at }: Schedule['timing']): Schedule['timing'] {
  if (every === 'day') return { every, at }
  return every === 'week' ? { every, weekdays: [1], at } : { every, day: 1, at }
}
