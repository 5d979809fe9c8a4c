import { expect, test } from 'vitest'
import { addWorkingTime } from '../../../../src/lib/calendar.ts'
import { readHolidays } from '../../../../src/lib/holidays.ts'
import { calendarOf, toClock, toSpanTexts } from './clock.ts'

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['17.15', '17:15'],
  [' 08:05 ', '08:05'],
  ['24:00', '24:00'],
  ['24:30', undefined],
  ['25', undefined],
  ['morning', undefined],
  ['', undefined],
])('"%s" is %s', (text, clock) => {
  expect(toClock(text)).toBe(clock)
})

test.each([
  ['9-12:30, 13:15–17', ['09:00-12:30', '13:15-17:00']],
  ['', []],
  ['17-9', undefined],
  ['9', undefined],
])('the hours "%s" are %s', (text, spans) => {
  expect(toSpanTexts(text)).toEqual(spans)
})

test('a draft is counted by with its holidays, and not while it is wrong', () => {
  const holidays = readHolidays('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260309\nEND:VEVENT\n')
  const calendar = calendarOf({ zone: 'UTC', days: { '2026-03-10': null } }, holidays)
  const friday = new Date('2026-03-06T10:00:00Z')
  const day = { amount: 1, unit: 'days' } as const

  expect(calendar && addWorkingTime(friday, day, calendar).toISOString()).toContain('2026-03-11')
  expect(calendarOf({ zone: 'Mars' }, holidays)).toBeUndefined()
  expect(calendarOf({ zone: 'UTC', hours: { mon: ['9-5'] } }, holidays)).toBeUndefined()
})
