import { expect, test } from 'vitest'
import { IdSeries, isId, newId } from './ids.ts'

test('ids differ, go up, and say when they were made', () => {
  const before = Date.now()
  const ids = Array.from({ length: 50_000 }, newId)
  const after = Date.now()

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
  expect(ids.every((id) => isId(id) && id[14] === '7' && '89ab'.includes(id[19] ?? ''))).toBe(true)
  const times = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16))
  expect(times.every((time) => time >= before && time <= after)).toBe(true)
})

test('the random part of an id is not that of another', () => {
  const tails = Array.from({ length: 1000 }, () => newId().slice(-10))

  expect(new Set(tails).size).toBe(tails.length)
})

test('ids of a series differ and go up', () => {
  const series = new IdSeries()
  const ids = Array.from({ length: 5000 }, () => series.next())

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isId)).toBe(true)
})
