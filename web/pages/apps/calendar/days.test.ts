import { expect, test } from 'vitest'
import { daysOf, daysOfMonth, daysOfWeek, otherMonth } from './days.ts'

test.each([
  ['2026-02', 1, 35, '2026-01-26', '2026-03-01'],
  ['2026-02', 7, 28, '2026-02-01', '2026-02-28'],
  ['2026-03', 1, 42, '2026-02-23', '2026-04-05'],
  ['2024-02', 1, 35, '2024-01-29', '2024-03-03'],
])('%s has whole weeks from day %i', (month, firstDay, count, first, last) => {
  const days = daysOfMonth(month, firstDay)

  expect(days).toHaveLength(count)
  expect([days[0]?.day, days.at(-1)?.day]).toEqual([first, last])
  expect(days.filter(({ isOther }) => !isOther)[0]?.day).toBe(`${month}-01`)
})

test('an item is shown on each of its days', () => {
  const date = (at: unknown) => ({ at, kind: 'date' })

  expect(daysOf(date('2026-02-27T00:00:00Z'), date('2026-03-01T00:00:00Z'))).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
  expect(daysOf(date('2026-02-27T00:00:00Z'), date(null))).toEqual(['2026-02-27'])
  expect(daysOf(date(null), undefined)).toEqual([])
})

test('a week begins with its first day', () => {
  const days = (day: string, first: number) => daysOfWeek(day, first).map((each) => each.day)

  expect(days('2026-03-04', 1)).toEqual(days('2026-03-02', 1))
  expect(days('2026-03-01', 1)[0]).toBe('2026-02-23')
  expect(days('2026-03-01', 7)[0]).toBe('2026-03-01')
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-03-15', -1, '2026-02-15'],
  ['2025-12-31', 1, '2026-01-31'],
])('%s and %d months are %s', (day, by, expected) => {
  expect(otherMonth(day, by)).toBe(expected)
})
