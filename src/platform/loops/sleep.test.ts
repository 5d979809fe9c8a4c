import { expect, test } from 'vitest'
import { InterruptibleSleep, pause } from './sleep.ts'

const LONG = 2 ** 40

/** Whether a timer fires during many waits of this kind. */
async function letsTimersFire(wait: () => Promise<void>, rounds = 10_000): Promise<boolean> {
  let hasFired = false
  const timer = setTimeout(() => {
    hasFired = true
  }, 1)
  for (let round = 0; round < rounds && !hasFired; round++) await wait()
  clearTimeout(timer)
  return hasFired
}

const called = () => {
  const sleep = new InterruptibleSleep()
  sleep.wake()
  return sleep
}

test.each<[string, () => Promise<void>]>([
  ['was called already', () => called().wait(LONG)],
  ['has a time-out of 0', () => new InterruptibleSleep().wait(0)],
  ['has a negative time-out', () => new InterruptibleSleep().wait(-LONG)],
  ['has a time-out that is not a number', () => new InterruptibleSleep().wait(Number.NaN)],
  ['was aborted already', () => new InterruptibleSleep().wait(LONG, AbortSignal.abort())],
  ['only pauses', () => pause(0)],
])('timers fire beside a loop that %s', async (_, wait) => {
  expect(await letsTimersFire(wait)).toBe(true)
})

test('a loop that only awaits lets no timer fire', async () => {
  expect(await letsTimersFire(async () => undefined)).toBe(false)
})

test.each([
  ['a call', (sleep: InterruptibleSleep, _: AbortController) => sleep.wake()],
  ['an abort', (_: InterruptibleSleep, stop: AbortController) => stop.abort()],
])('%s ends a wait', async (_, end) => {
  const [sleep, stop] = [new InterruptibleSleep(), new AbortController()]
  const waiting = sleep.wait(LONG, stop.signal)

  end(sleep, stop)

  await expect(waiting).resolves.toBeUndefined()
})

test('a wait ends when its time is over', async () => {
  const since = performance.now()

  await pause(20)

  expect(performance.now() - since).toBeGreaterThan(15)
})

test.each([LONG, Number.POSITIVE_INFINITY])(
  'a wait of %d milliseconds does not end immediately',
  async (time) => {
    const sleep = new InterruptibleSleep()
    let isOver = false
    const waiting = sleep.wait(time).then(() => {
      isOver = true
    })

    await pause(30)
    expect(isOver).toBe(false)
    sleep.wake()
    await waiting
  },
)

test('a call ends one wait', async () => {
  const sleep = called()
  let isOver = false

  await sleep.wait(LONG)
  const waiting = sleep.wait(LONG).then(() => {
    isOver = true
  })
  await pause(10)
  expect(isOver).toBe(false)
  sleep.wake()
  await waiting
})

test('a finished wait leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  let listeners = 0
  const [add, remove] = [signal.addEventListener, signal.removeEventListener]
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    listeners++
    add.apply(signal, given)
  }
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    listeners--
    remove.apply(signal, given)
  }

  for (let round = 0; round < 3; round++) await pause(1, signal)

  expect(listeners).toBe(0)
})
