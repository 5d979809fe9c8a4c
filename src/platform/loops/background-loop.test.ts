import { expect, onTestFinished, test } from 'vitest'
import { BackgroundLoop, type LoopOptions } from './background-loop.ts'
import { pause } from './wake.ts'

const LONG = 3_600_000

function start(round: LoopOptions['round'], more: Partial<LoopOptions> = {}) {
  const failures: unknown[] = []
  const loop = new BackgroundLoop({ round, onFailure: (error) => failures.push(error), ...more })
  loop.start()
  onTestFinished(() => loop.stop())
  return { loop, failures }
}

test('rounds that always find more let timers fire', async () => {
  let rounds = 0
  start(async () => {
    rounds++
    return 0
  })

  await new Promise((resolve) => setTimeout(resolve, 20))

  expect(rounds).toBeGreaterThan(1)
})

test('it waits as long as a round says, or until it is woken', async () => {
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

test('who wakes it during a round is heard after it', async () => {
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

test('a round that fails is told, and the next ones come later and later', async () => {
  const times: number[] = []
  const { failures } = start(
    async () => {
      times.push(performance.now())
      throw new Error('no')
    },
    { patience: 20 },
  )

  await expect.poll(() => times.length).toBeGreaterThanOrEqual(4)

  const gaps = times.slice(1, 4).map((time, at) => time - (times[at] ?? 0))
  expect(gaps[0]).toBeGreaterThan(15)
  expect(gaps[1]).toBeGreaterThan(35)
  expect(gaps[2]).toBeGreaterThan(75)
  expect(failures[0]).toEqual(new Error('no'))
})

test('a stop comes back when the running round is over, and there is no further one', async () => {
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

test('a loop that was never started is stopped at once', async () => {
  await new BackgroundLoop({ round: async () => 0, onFailure: () => undefined }).stop()
})
