import { expect, test } from 'vitest'
import { RecentRequests } from './recent-requests.ts'

test('the statistics cover the last five full seconds', () => {
  let time = 100_000
  const recent = new RecentRequests(() => time)
  for (let at = 0; at < 100; at++) recent.observe(at < 10 ? 500 : 200, at < 50 ? 1 : 200)
  expect(recent.read()).toMatchObject({ perSecond: 0 })

  time += 1000
  const { p50Ms, p99Ms, ...rates } = recent.read()

  expect(rates).toEqual({ perSecond: 20, errorsPerSecond: 2 })
  expect(p50Ms).toBeCloseTo(1, 1)
  expect(Math.round(p99Ms / 10)).toBe(20)
})

test('older requests are dropped', () => {
  let time = 100_000
  const recent = new RecentRequests(() => time)
  recent.observe(200, 1)
  time += 6000
  expect(recent.read()).toEqual({ perSecond: 0, errorsPerSecond: 0, p50Ms: 0, p99Ms: 0 })

  recent.observe(200, 1)
  time += 1000

  expect(recent.read().perSecond).toBe(0.2)
})
