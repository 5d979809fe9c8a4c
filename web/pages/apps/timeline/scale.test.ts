import { expect, test } from 'vitest'
import { barOf, daysBetween, scaleOf, shifted } from './scale.ts'

test.each([
  ['day', '2026-11-02', 35, 35, 2],
  ['week', '2026-10-12', 182, 26, 7],
  ['month', '2026-08-17', 728, 25, 3],
] as const)('by %s the scale begins with Monday %s', (zoom, first, days, ticks, bands) => {
  const scale = scaleOf(zoom, '2026-11-11')

  expect(scale).toMatchObject({ first, days })
  expect([scale.ticks.length, scale.bands.length]).toEqual([ticks, bands])
  for (const parts of [scale.ticks, scale.bands]) {
    expect(parts.reduce((sum, tick) => sum + tick.days, 0)).toBe(days)
    expect(parts.every(({ day, at }) => daysBetween(first, day) === at)).toBe(true)
  }
})

test('a bar is cut off where the scale ends, and is a day at least', () => {
  const scale = scaleOf('day', '2026-11-11')

  expect(barOf(scale, '2026-11-04', '2026-11-05')).toEqual({ at: 2, days: 2 })
  expect(barOf(scale, '2026-10-01', '2026-11-02')).toEqual({ at: 0, days: 1 })
  expect(barOf(scale, '2026-11-30', '2027-01-01')).toEqual({ at: 28, days: 7 })
  expect(barOf(scale, '2026-11-10', '2026-11-03')).toEqual({ at: 8, days: 1 })
})

test('a time that is moved keeps its hour', () => {
  expect(shifted('2026-02-27T09:30:00Z', 2)).toBe('2026-03-01T09:30:00.000Z')
})
