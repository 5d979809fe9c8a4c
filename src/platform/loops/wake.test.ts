import { expect, test } from 'vitest'
import { pause, Wake } from './wake.ts'

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
  const wake = new Wake()
  wake.call()
  return wake
}

test.each<[string, () => Promise<void>]>([
  ['was called already', () => called().wait(LONG)],
  ['has a time-out of 0', () => new Wake().wait(0)],
  ['has a negative time-out', () => new Wake().wait(-LONG)],
  ['has a time-out that is not a number', () => new Wake().wait(Number.NaN)],
  ['was aborted already', () => new Wake().wait(LONG, AbortSignal.abort())],
  ['only pauses', () => pause(0)],
])('timers fire beside a loop that %s', async (_, wait) => {
  expect(await letsTimersFire(wait)).toBe(true)
})

test('a loop that only awaits lets no timer fire', async () => {
  expect(await letsTimersFire(async () => undefined)).toBe(false)
})

test.each([
  ['a call', (wake: Wake, _: AbortController) => wake.call()],
  ['an abort', (_: Wake, stop: AbortController) => stop.abort()],
])('%s ends a wait', async (_, end) => {
  const [wake, stop] = [new Wake(), new AbortController()]
  const waiting = wake.wait(LONG, stop.signal)

  end(wake, stop)

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
    const wake = new Wake()
    let isOver = false
    const waiting = wake.wait(time).then(() => {
      isOver = true
    })

    await pause(30)
    expect(isOver).toBe(false)
    wake.call()
    await waiting
  },
)

test('a call ends one wait', async () => {
  const wake = called()
  let isOver = false

  await wake.wait(LONG)
  const waiting = wake.wait(LONG).then(() => {
    isOver = true
  })
  await pause(10)
  expect(isOver).toBe(false)
  wake.call()
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
