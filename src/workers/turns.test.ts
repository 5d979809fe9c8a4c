import { expect, onTestFinished, test, vi } from 'vitest'
import { Turns } from './turns.ts'

/** Work that lasts until it is told to end. */
function start(turns: Turns, left?: AbortSignal, owner?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const state = { isRunning: false, end: resolve, fail: reject }
  const outcome = turns.run(
    async () => {
      state.isRunning = true
      await promise
    },
    left,
    owner,
  )
  return Object.assign(state, { outcome: outcome.catch((error: { code?: string }) => error.code) })
}

const settled = () => new Promise(setImmediate)

test('only so many run at once, only so many wait, and the others are refused', async () => {
  const turns = new Turns({ name: 'previews', size: 2, queue: 3 })
  const all = Array.from({ length: 6 }, () => start(turns))
  await settled()
  expect(all.map(({ isRunning }) => isRunning)).toEqual([true, true, false, false, false, false])
  expect(await all[5]?.outcome).toBe('too_many')

  all[1]?.end()
  all[0]?.fail(new Error('x'))
  await settled()

  expect(all.map(({ isRunning }) => isRunning)).toEqual([true, true, true, true, false, false])
  for (const { end } of all) end()
  await Promise.all(all.map(({ outcome }) => outcome))
  expect(all.map(({ isRunning }) => isRunning)).toEqual([true, true, true, true, true, false])
})

test('at the end nobody waits, and nothing new begins', async () => {
  const turns = new Turns({ name: 'previews', size: 1, queue: 3 })
  const [running, waiting] = [start(turns), start(turns)]
  await settled()

  turns.close()

  expect(await waiting.outcome).toBe('unavailable')
  expect(await start(turns).outcome).toBe('unavailable')
  running.end()
  expect(await running.outcome).toBeUndefined()
})

test('whoever leaves while waiting makes room for others and never runs', async () => {
  const turns = new Turns({ name: 'previews', size: 1, queue: 1 })
  const caller = new AbortController()
  const [running, waiting] = [start(turns), start(turns, caller.signal)]
  await settled()

  caller.abort()
  await waiting.outcome
  const next = start(turns)
  running.end()
  await running.outcome
  await settled()

  expect([waiting.isRunning, next.isRunning]).toEqual([false, true])
  next.end()
  expect(await next.outcome).toBeUndefined()
})

test('whoever has many running and waiting lets others pass', async () => {
  const turns = new Turns({ name: 'searches', size: 3, queue: 5, each: { size: 2, queue: 2 } })
  const by = (owner: string) => start(turns, undefined, owner)
  const ann = Array.from({ length: 5 }, () => by('ann'))
  await settled()
  expect(ann.map(({ isRunning }) => isRunning)).toEqual([true, true, false, false, false])
  expect(await ann[4]?.outcome).toBe('too_many')

  const [bob, cid] = [by('bob'), by('cid')]
  await settled()
  expect([bob.isRunning, cid.isRunning]).toEqual([true, false])
  bob.end()
  await settled()
  expect([ann[2]?.isRunning, cid.isRunning]).toEqual([false, true])
  ann[0]?.end()
  await settled()
  expect(ann.map(({ isRunning }) => isRunning)).toEqual([true, true, true, false, false])
  for (const { end } of [...ann, cid]) end()
  await Promise.all([...ann, cid].map(({ outcome }) => outcome))
  expect(ann[3]?.isRunning).toBe(true)
})

test('queues take turns: whoever waits with many does not come before those who wait with one', async () => {
  const turns = new Turns({ name: 'searches', size: 1, queue: 9 })
  const by = (owner: string) => start(turns, undefined, owner)
  const all = [...Array.from({ length: 4 }, () => by('ann')), by('bob'), by('cid')]
  const order: number[] = []
  for (const [at, { outcome }] of all.entries()) void outcome.then(() => order.push(at))

  for (const { end } of all) end()
  await Promise.all(all.map(({ outcome }) => outcome))

  expect(order).toEqual([0, 1, 4, 5, 2, 3])
})

test('whoever is alone may have more, until somebody else comes', async () => {
  const each = { size: 1, queue: 9, alone: 3 }
  const turns = new Turns({ name: 'searches', size: 4, queue: 9, each })
  const by = (owner: string) => start(turns, undefined, owner)
  const ann = Array.from({ length: 5 }, () => by('ann'))
  await settled()
  expect(ann.map(({ isRunning }) => isRunning)).toEqual([true, true, true, false, false])

  const bob = by('bob')
  ann[0]?.end()
  ann[1]?.end()
  await settled()

  expect(bob.isRunning).toBe(true)
  expect(ann.map(({ isRunning }) => isRunning)).toEqual([true, true, true, false, false])
  for (const { end } of [...ann, bob]) end()
  await Promise.all([...ann, bob].map(({ outcome }) => outcome))
  expect(ann.every(({ isRunning }) => isRunning)).toBe(true)
})

test('nobody waits for ever: 429 for those who wait for themselves, 503 for all others', async () => {
  const patience = { milliseconds: 1, message: 'all are busy' }
  const each = { size: 1, queue: 9 }
  const turns = new Turns({ name: 'searches', size: 2, queue: 9, each, patience })
  const by = (owner: string) => start(turns, undefined, owner)
  const running = [by('ann'), by('bob')]

  expect(await by('ann').outcome).toBe('too_many')
  expect(await by('cid').outcome).toBe('unavailable')
  for (const { end } of running) end()
  await Promise.all(running.map(({ outcome }) => outcome))
  expect(turns.waiting).toBe(0)
})

test('whoever has been running tasks all the time gets fewer places than others when few are left', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const each = { size: 3, queue: 9, busy: 1 }
  const turns = new Turns({ name: 'searches', size: 5, queue: 9, each })
  const by = (owner: string) => start(turns, undefined, owner)
  const running = (tasks: { isRunning: boolean }[]) => tasks.filter((each) => each.isRunning).length
  const ann = [by('ann'), by('ann')]
  await settled()
  clock.mockReturnValue(10_000)

  const more = [by('ann'), by('bob'), by('bob')]
  await settled()
  expect(more.map(({ isRunning }) => isRunning)).toEqual([false, true, true])

  for (const { end } of [...ann, ...more]) end()
  await Promise.all([...ann, ...more].map(({ outcome }) => outcome))
  clock.mockReturnValue(30_000)
  const later = [by('ann'), by('ann')]
  await settled()
  expect(running(later)).toBe(2)
  for (const { end } of later) end()
})

/** As requests are shared. */
function startRequests() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const each = { size: 8, queue: 200, alone: 100, pace: 0.5 }
  const turns = new Turns({ name: 'requests', size: 1000, queue: 200, each })
  const by = (owner: string) => start(turns, undefined, owner)
  /** All of them run for two seconds, beside somebody who only looks in. */
  const runFor2Seconds = async (owners: string[]) => {
    const tasks = owners.map(by)
    await settled()
    clock.mockReturnValue(2000)
    for (const { end } of tasks) end()
    await Promise.all(tasks.map(({ outcome }) => outcome))
    const visit = by('visitor')
    visit.end()
    await visit.outcome
  }
  return { by, runFor2Seconds, setTime: (time: number) => clock.mockReturnValue(time) }
}

test('whoever has been running tasks all the time pauses while others come', async () => {
  const { by, runFor2Seconds, setTime } = startRequests()
  await runFor2Seconds(['ann'])

  const [ann, bob] = [by('ann'), by('bob')]
  await settled()
  expect([ann.isRunning, bob.isRunning]).toEqual([false, true])

  // Nobody comes or leaves: time alone is enough.
  setTime(2900)
  await expect.poll(() => ann.isRunning).toBe(true)
  for (const { end } of [ann, bob]) end()
})

test('nobody pauses who runs no more than all others do, or for whom nobody else comes', async () => {
  const many = startRequests()
  await many.runFor2Seconds(['ann', 'bob', 'bob'])
  const first = many.by('ann')
  await settled()
  expect(first.isRunning).toBe(true)
  first.end()

  const few = startRequests()
  await few.runFor2Seconds(['ann'])
  few.setTime(3001)
  const second = few.by('ann')
  await settled()
  expect(second.isRunning).toBe(true)
  second.end()
})

/** As connections of the database are shared. */
function startPool() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const each = { size: 3, queue: 200, alone: 9, busy: 1 }
  const turns = new Turns({ name: 'searches', size: 12, queue: 200, each })
  const by = (owner: string) => start(turns, undefined, owner)
  return { turns, by, setTime: (time: number) => clock.mockReturnValue(time) }
}

test('one visit of somebody else does not leave places idle while somebody waits', async () => {
  const { turns, by, setTime } = startPool()
  const ann = Array.from({ length: 100 }, () => by('ann'))
  const begun = () => ann.filter(({ isRunning }) => isRunning)
  let ended = 0
  const end = async (count: number) => {
    for (let at = 0; at < count; at++) ann[ended++]?.end()
    await settled()
  }
  await settled()
  expect(begun()).toHaveLength(9)
  setTime(10_000)
  const bob = by('bob')
  bob.end()
  await bob.outcome

  await end(8)
  expect(begun().length - ended).toBe(3)
  setTime(16_000)
  await end(1)
  expect(begun().length - ended).toBe(9)

  await end(100)
  await Promise.all(ann.map(({ outcome }) => outcome))
  expect([begun().length, turns.waiting]).toEqual([100, 0])
})

test('nobody overtakes their own tasks that wait, also when time alone has made them free', async () => {
  const { by, setTime } = startPool()
  const bob = by('bob')
  const ann = Array.from({ length: 5 }, () => by('ann'))
  await settled()
  expect(ann.map(({ isRunning }) => isRunning)).toEqual([true, true, true, false, false])

  setTime(6000)
  const next = by('ann')
  await settled()

  expect([...ann, next].every(({ isRunning }) => isRunning)).toBe(true)
  for (const { end } of [bob, ...ann, next]) end()
})
