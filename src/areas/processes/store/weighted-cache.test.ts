import { expect, test } from 'vitest'
import { WeightedCache } from './weighted-cache.ts'

test('the oldest go when there are too many, or when they weigh too much together', () => {
  const kept = new WeightedCache<string>({ most: 3, weight: 100 })
  const left = () => ['a', 'b', 'c', 'd'].filter((key) => kept.get(key) !== undefined).join('')

  kept.keep('a', 'a', 10)
  kept.keep('b', 'b', 10)
  kept.keep('c', 'c', 10)
  kept.keep('a', 'again', 10)
  kept.keep('d', 'd', 10)
  expect(left()).toBe('acd')
  kept.keep('d', 'heavy', 85)
  expect(left()).toBe('ad')
  kept.keep('b', 'too heavy', 1000)
  expect(left()).toBe('b')
  kept.keep('b', 'light', 1)
  kept.keep('c', 'c', 99)
  expect([left(), kept.get('b')]).toEqual(['bc', 'light'])
})
