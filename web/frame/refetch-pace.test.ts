import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RefetchPace } from './refetch-pace.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const answerAfter = (milliseconds: number) => async () => {
  vi.advanceTimersByTime(milliseconds)
}

test('what happens after a pause is asked for at once, what follows at intervals', async () => {
  const pace = new RefetchPace()
  expect(pace.wait).toBe(0)

  await pace.ask(answerAfter(10))
  expect(pace.wait).toBe(2000)

  vi.advanceTimersByTime(2000)
  expect(pace.wait).toBe(0)
})

test('where something happens all the time, it is asked less and less often until a pause', async () => {
  const pace = new RefetchPace()
  const rests: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    await pace.ask(answerAfter(10))
    rests.push(pace.wait)
    vi.advanceTimersByTime(pace.wait + 120)
  }
  expect(rests).toEqual([2000, 3000, 4500, 6000, 6000])

  vi.advanceTimersByTime(1000)
  await pace.ask(answerAfter(10))
  expect(pace.wait).toBe(2000)
})

test('what happens while answers are on their way waits for its turn', async () => {
  const pace = new RefetchPace()

  await pace.ask(async () => {
    vi.advanceTimersByTime(500)
    expect(pace.wait).toBe(1500)
  })
})

test('a server that answers slowly is asked less often, but is asked', async () => {
  const pace = new RefetchPace()

  await pace.ask(answerAfter(200))
  expect(pace.wait).toBe(4000)

  await pace.ask(answerAfter(10_000))
  expect(pace.wait).toBe(10_000)
})
