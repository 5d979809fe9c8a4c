import { expect, test } from 'vitest'
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
