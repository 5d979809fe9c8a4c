import { expect, onTestFinished, test } from 'vitest'
import { beginSpan, collectSpans, currentSpan, within } from '../telemetry/span.ts'
import { BackgroundLoop, type LoopOptions } from './background-loop.ts'
import { pause } from './sleep.ts'

const LONG = 3_600_000

function start(round: LoopOptions['round'], more: Partial<LoopOptions> = {}) {
  const failures: unknown[] = []
  const loop = new BackgroundLoop({ round, onFailure: (error) => failures.push(error), ...more })
  loop.start()
  onTestFinished(() => loop.stop())
  return { loop, failures }
}

test('timers fire even if every round has more to do', async () => {
  let rounds = 0
  start(async () => {
    rounds++
    return 0
  })

  await new Promise((resolve) => setTimeout(resolve, 20))

  expect(rounds).toBeGreaterThan(1)
})

test('it belongs to no trace, whoever starts it', async () => {
  collectSpans({ isSampled: () => true, add: () => undefined })
  onTestFinished(() => collectSpans(undefined))
  const seen: unknown[] = []
  const round = async () => {
    seen.push(currentSpan())
    return LONG
  }

  const { loop } = within(beginSpan({ name: 'GET', kind: 'server' }), () => start(round))
  await expect.poll(() => seen).toEqual([undefined])
  loop.wake()

  await expect.poll(() => seen).toEqual([undefined, undefined])
})

test('it waits as long as the round returned, or until it is woken', async () => {
  let rounds = 0
  const { loop } = start(async () => {
    rounds++
    return LONG
  })
  await pause(20)
  expect(rounds).toBe(1)

  loop.wake()

  await expect.poll(() => rounds).toBe(2)
})

test('a wake during a round takes effect after it', async () => {
  let rounds = 0
  let finish = () => {}
  const { loop } = start(async () => {
    if (++rounds === 1) await new Promise<void>((resolve) => (finish = resolve))
    return LONG
  })

  loop.wake()
  finish()

  await expect.poll(() => rounds).toBe(2)
})

test('a failed round is reported, and the delay grows with each failure', async () => {
  const times: number[] = []
  const { failures } = start(
    async () => {
      times.push(performance.now())
      throw new Error('no')
    },
    { retryDelay: 20 },
  )

  await expect.poll(() => times.length).toBeGreaterThanOrEqual(4)

  const gaps = times.slice(1, 4).map((time, at) => time - (times[at] ?? 0))
  expect(gaps[0]).toBeGreaterThan(15)
  expect(gaps[1]).toBeGreaterThan(35)
  expect(gaps[2]).toBeGreaterThan(75)
  expect(failures[0]).toEqual(new Error('no'))
})

test('a stop waits for the running round, and no other follows', async () => {
  let rounds = 0
  let isOver = false
  const { loop } = start(async (signal) => {
    rounds++
    await pause(LONG, signal)
    isOver = true
    return 0
  })
  await pause(1)

  await loop.stop()

  expect({ rounds, isOver }).toEqual({ rounds: 1, isOver: true })
})

test('a loop that was never started stops immediately', async () => {
  await new BackgroundLoop({ round: async () => 0, onFailure: () => undefined }).stop()
})
