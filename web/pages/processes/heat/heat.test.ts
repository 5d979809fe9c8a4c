import { expect, test } from 'vitest'
import { legendOf, levelOf, scaleOf } from './heat.ts'

const DAY = 86_400

test('one day and four days have different colours, and minutes beside them are pale', () => {
  const values = [600, DAY, 4 * DAY]
  const scale = scaleOf(values, 'times')

  expect(scale).toBe(DAY)
  expect(values.map((value) => levelOf(value, scale))).toEqual([1, 1, 4])
  expect(legendOf(values, scale)).toEqual([1, 2, 3, 4].map((level) => [level, level * DAY]))
})

test.each([
  ['seconds', [3, 4], 1, [3, 4]],
  ['nearly six days', [5.9 * DAY, DAY], 2 * DAY, [3, 1]],
  ['decades', [20_000 * DAY], 4000 * DAY, [5]],
] as const)('%s have a scale in round numbers', (_, values, scale, levels) => {
  expect(scaleOf(values, 'times')).toBe(scale)
  expect(values.map((value) => levelOf(value, scale))).toEqual(levels)
})

test('counts have whole numbers, and nothing has no colour', () => {
  expect(scaleOf([2], 'counts')).toBe(1)
  expect(scaleOf([1234], 'counts')).toBe(500)
  expect(levelOf(0, scaleOf([0], 'counts'))).toBeUndefined()
  expect(legendOf([], 1)).toEqual([])
})
