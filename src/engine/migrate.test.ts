import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { migrate } from './migrate.ts'
import type { Model } from './model.ts'
import { begin, load, read } from './models/load.ts'
import { prepare } from './program.ts'
import { step } from './step.ts'

const [from, to] = [await load('migrate-old'), await load('migrate-new')]
const at = '2026-01-01T12:00:00.000Z'
const plan = { nodes: { a: 'check' }, flows: { a_join: 'check_join' } }

test('tokens move by id or by the plan; tasks and timers stay, new events start watching', async () => {
  const it = await begin('migrate-old')

  const { state, effects, problems } = migrate(it.state, { from, to, plan, at })

  expect(problems).toEqual([])
  expect(effects).toEqual([
    { type: 'unsubscribe', token: 6 },
    { type: 'moved', token: 3, node: 'a', to: 'check' },
    { type: 'moved', token: 4, node: 'work', to: 'work' },
    { type: 'moved', token: 8, node: 'b', to: 'b' },
    { type: 'timer.arm', token: 9, node: 'remind', due: '2026-01-02T12:00:00.000Z' },
    {
      type: 'subscribe',
      token: 10,
      node: 'stop',
      subscription: { kind: 'message', name: 'stop', correlation: null },
    },
  ])
  const done = step(to, state, { type: 'submitted', token: 3, at })
  expect(done.effects).toContainEqual({ type: 'taken', token: 11, flow: 'check_join' })
})

test('arrivals at a join move flow by flow', async () => {
  const it = await begin('migrate-old')
  it.submit('a')

  expect(migrate(it.state, { from, to, plan: { nodes: plan.nodes }, at }).problems).toMatchObject([
    { node: 'join', message: 'the flow "a_join" does not lead to "join" in the new version' },
  ])
  const { state } = migrate(it.state, { from, to, plan, at })
  const { effects } = step(to, state, { type: 'submitted', token: 8, at })

  expect(effects).toContainEqual(expect.objectContaining({ type: 'task.create', node: 'c' }))
})

test('an instance that cannot move stays unchanged and reports why', async () => {
  const it = await begin('migrate-old')

  const { state, effects, problems } = migrate(it.state, { from, to, plan: {}, at })

  expect(state).toBe(it.state)
  expect(effects).toEqual([])
  expect(problems).toEqual([
    { token: 3, node: 'a', message: 'the new version does not have this element' },
  ])
})

test.each([
  [{ a: 'work' }, '"work" is another kind of element in the new version'],
  [{ a: 'b' }, '"b" stands in another sub-process in the new version'],
])('a plan that does not fit is refused (%j)', async (nodes, message) => {
  const it = await begin('migrate-old')

  const { problems } = migrate(it.state, { from, to, plan: { nodes }, at })

  expect(problems.map((each) => each.message)).toContain(message)
})

test('an instance that has ended does not move', async () => {
  const it = await begin('migrate-old')
  it.send({ type: 'interrupt' })

  expect(migrate(it.state, { from, to, plan, at }).problems).toMatchObject([
    { message: 'the process has ended' },
  ])
})

test('moving to the same version changes nothing', async () => {
  const it = await begin('migrate-old')

  const { state, effects } = migrate(it.state, { from, to: from, plan: {}, at })

  expect(state).toEqual(it.state)
  expect(effects.map(({ type }) => type)).toEqual(['moved', 'moved', 'moved'])
})

test('a join with fewer flows in the new version continues', async () => {
  const it = await begin('migrate-more')
  it.submit('a')

  const move = { from: await load('migrate-more'), to: await load('migrate-fewer'), plan: {}, at }
  const { effects, problems } = migrate(it.state, move)

  expect(problems).toEqual([])
  expect(effects).toContainEqual(expect.objectContaining({ type: 'task.create', node: 'c' }))
})

test('an event that has happened does not happen again after a move', async () => {
  const program = await load('migrate-happened')
  const it = await begin('migrate-happened')
  it.pass('PT1H')
  expect(it.waiting).toEqual(['a', 'remind'])

  const reminded = migrate(it.state, { from: program, to: program, plan: {}, at })
  it.message('alarm')
  const rescued = migrate(it.state, { from: program, to: program, plan: {}, at })

  expect(new Set(reminded.effects.map(({ type }) => type))).toEqual(new Set(['moved']))
  expect(new Set(rescued.effects.map(({ type }) => type))).toEqual(new Set(['moved']))
  expect(rescued.state).toEqual(it.state)
  expect(it.waiting).toEqual(['instead', 'rescue'])
})

test('an event with another trigger starts watching again', async () => {
  const old = await load('migrate-happened')
  const changed = structuredClone(old.model)
  const slow = changed.nodes.slow
  if (slow) slow.isInterrupting = true
  const it = await begin('migrate-happened')

  const { effects } = migrate(it.state, { from: old, to: prepare(changed), plan: {}, at })

  expect(effects.map(({ type }) => type)).toEqual(['timer.cancel', 'moved', 'timer.arm'])
})

test('a message that is called like its element is waited for under the new name', async () => {
  const { model } = await compile(read('element-receive-unnamed').replaceAll('"r"', '"renamed"'))
  const move = { from: await load('element-receive-unnamed'), to: prepare(model as Model), at }
  const it = await begin('element-receive-unnamed')

  const { state, effects } = migrate(it.state, { ...move, plan: { nodes: { r: 'renamed' } } })

  expect(effects.slice(1)).toMatchObject([
    { type: 'unsubscribe', token: 2 },
    { type: 'subscribe', token: 2, subscription: { name: 'renamed' } },
  ])
  const message = { type: 'message', name: 'renamed', token: 2, at } as const
  expect(step(move.to, state, message).refused).toBeUndefined()
})
