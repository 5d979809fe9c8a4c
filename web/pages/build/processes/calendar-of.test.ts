import { expect, test } from 'vitest'
import { momentAfter } from '../../../../src/engine/time/due.ts'
import { calendarOf } from './calendar-of.ts'

const night = ['22:00-24:00']
const view = {
  ...{ name: '', description: '', zone: 'Europe/Berlin', isDefault: false },
  ...{ week: Array(7).fill(night), holidays: ['2026-03-03'] },
  days: { '2026-03-04': ['08:00-09:00'] },
}
const calendars = [
  { ...view, code: 'day', isDefault: true, week: Array(7).fill(['08:00-16:00']) },
  { ...view, code: 'night' },
]

test('a simulation counts by the calendar of the process, else by that of everybody', () => {
  const count = (code: string | undefined) =>
    momentAfter('2026-03-02T12:00:00.000Z', '4 working hours', calendarOf(calendars, code))

  // The second of March has two hours of work, the third none, the fourth one, the fifth the rest.
  expect(count('night')).toBe('2026-03-05T22:00:00.000Z')
  expect(count('unknown')).toBe(count(undefined))
  // Three hours until four o'clock in Berlin, and one on the fourth.
  expect(count(undefined)).toBe('2026-03-04T08:00:00.000Z')
  expect(calendarOf([], 'night')).toBeUndefined()
})
