import { afterEach, expect, test, vi } from 'vitest'
import { Cache, memoize } from './cache.ts'

afterEach(() => vi.useRealTimers())

/** Each call returns the next number. */
const counter = () => {
  let made = 0
  return () => ++made
}

test('a value is computed once per key', () => {
  const cache = new Cache<number>()
  const make = counter()

  expect([cache.get('a', make), cache.get('a', make), cache.get('b', make)]).toEqual([1, 1, 2])
  cache.delete('a')
  expect([cache.get('a', make), cache.get('b', make)]).toEqual([3, 2])
  cache.clear()
  expect([cache.get('a', make), cache.get('b', make)]).toEqual([4, 5])
})

test('the oldest values are evicted', () => {
  const cache = new Cache<number>({ most: 2 })
  const make = counter()

  for (const key of ['a', 'b', 'c']) cache.get(key, make)

  expect([cache.find('a'), cache.find('b'), cache.find('c')]).toEqual([undefined, 2, 3])
})

test('a value that is set again is the newest', () => {
  const cache = new Cache<number>({ most: 2 })

  for (const key of ['a', 'b', 'a', 'c']) cache.keep(key, 1)

  expect([cache.find('a'), cache.find('b'), cache.find('c')]).toEqual([1, undefined, 1])
})

test('a value expires', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const cache = new Cache<number>({ milliseconds: 1000 })
  const make = counter()

  cache.get('a', make)
  vi.advanceTimersByTime(999)
  expect(cache.get('a', make)).toBe(1)
  vi.advanceTimersByTime(1)
  expect(cache.get('a', make)).toBe(2)
})

test('a value with another mark is computed again', () => {
  const cache = new Cache<number>()
  const make = counter()

  expect(['x', 'x', 'y', 'x'].map((mark) => cache.get('a', make, mark))).toEqual([1, 1, 2, 3])
})

test('concurrent callers share a promise, and a failed one is removed', async () => {
  const cache = new Cache<Promise<number>>()
  const make = counter()
  const failing = async () => {
    make()
    throw new Error('lost')
  }

  const first = cache.get('a', failing)
  expect(cache.get('a', failing)).toBe(first)
  await expect(first).rejects.toThrow('lost')

  expect(await cache.get('a', async () => make())).toBe(2)
})

test('a late failure does not remove a newer value', async () => {
  const cache = new Cache<Promise<number>>()
  const slow = Promise.withResolvers<number>()
  const older = cache.keep('a', slow.promise)
  const newer = cache.keep('a', Promise.resolve(2))

  slow.reject(new Error('lost'))
  await expect(older).rejects.toThrow('lost')

  expect(cache.find('a')).toBe(newer)
})

test('memoize computes once per object, and again after a failure', async () => {
  const make = counter()
  const numberOf = memoize((_: object) => make())
  const [one, other] = [{}, {}]
  expect([numberOf(one), numberOf(one), numberOf(other)]).toEqual([1, 1, 2])

  let isBroken = true
  const load = memoize(async (_: object) => {
    if (isBroken) throw new Error('lost')
    return 'there'
  })
  await expect(load(one)).rejects.toThrow('lost')
  isBroken = false
  expect(await load(one)).toBe('there')
})
