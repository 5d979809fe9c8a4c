import { expect, test } from 'vitest'
import { begin } from './models/load.ts'

test('pattern 1, sequence: one after another', async () => {
  const { trace, status } = await begin('pattern-01-sequence')

  expect(trace).toEqual(['s', 'a', 'b', 'e'])
  expect(status).toBe('done')
})

test('pattern 2, parallel split: both branches run', async () => {
  const it = await begin('pattern-02-parallel-split')

  expect(it.tasks.map(({ node }) => node)).toEqual(['a', 'b'])
  it.submit('b')
  expect(it.status).toBe('wait')
  it.submit('a')
  expect(it.status).toBe('done')
})

test('pattern 3, synchronization: waits for both branches', async () => {
  const it = await begin('pattern-03-synchronization')

  it.submit('b')
  expect(it.trace).toEqual(['s', 'split', 'a', 'b', 'join'])
  it.submit('a')
  expect(it.trace).toEqual(['s', 'split', 'a', 'b', 'join', 'join', 'c', 'e'])
})

test.each([
  [200, ['s', 'choice', 'a', 'ea']],
  [50, ['s', 'choice', 'b', 'eb']],
  [5, ['s', 'choice', 'c', 'ec']],
])('pattern 4, exclusive choice: %d takes one branch', async (amount, trace) => {
  const it = await begin('pattern-04-exclusive-choice', { values: { amount } })

  expect(it.trace).toEqual(trace)
})

test('pattern 5, simple merge: continues without waiting', async () => {
  const it = await begin('pattern-05-simple-merge', { values: { amount: 101 } })

  expect(it.trace).toEqual(['s', 'choice', 'a', 'merge', 'c', 'e'])
})

test.each([
  [true, true, ['a', 'b', 'ea', 'eb']],
  [true, false, ['a', 'ea']],
  [false, false, ['c', 'ec']],
])('pattern 6, multi-choice: %s and %s', async (x, y, rest) => {
  const it = await begin('pattern-06-multi-choice', { values: { x, y } })

  expect(it.trace).toEqual(['s', 'choice', ...rest])
})

test('pattern 7, synchronizing merge: waits for the branches that were taken, and no others', async () => {
  const both = await begin('pattern-07-synchronizing-merge', { values: { x: true, y: true } })
  both.submit('a')
  expect(both.waiting).toEqual(['b', 'join'])
  both.submit('b')
  expect(both.trace.slice(-2)).toEqual(['d', 'e'])
  expect(both.trace.filter((node) => node === 'd')).toHaveLength(1)

  const one = await begin('pattern-07-synchronizing-merge', { values: { x: true } })
  one.submit('a')
  expect(one.status).toBe('done')
})

test('pattern 8, multi-merge: what follows runs once per branch', async () => {
  const it = await begin('pattern-08-multi-merge')

  it.submit('a')
  it.submit('b')

  expect(it.trace.filter((node) => node === 'c')).toHaveLength(2)
  expect(it.status).toBe('done')
})

test('pattern 9, discriminator: the first branch continues, the others are ignored', async () => {
  const it = await begin('pattern-09-discriminator')

  it.submit('b')

  expect(it.trace.slice(-3)).toEqual(['first', 'd', 'e'])
  expect(it.tasks).toEqual([])
})

test('pattern 10, arbitrary cycles: loops with several ways in and out', async () => {
  const it = await begin('pattern-10-arbitrary-cycles')

  it.submit('a')
  it.submit('b', 'again')
  it.submit('b', 'back')
  it.submit('a')
  it.submit('b', 'out')

  expect(it.trace).toEqual(['s', 'm1', 'a', 'm2', 'b', 'm2', 'b', 'm1', 'a', 'm2', 'b', 'e'])
})

test('pattern 11, implicit termination: done when nothing is left to do', async () => {
  const it = await begin('pattern-11-implicit-termination')

  it.submit('a')
  expect(it.status).toBe('wait')
  it.submit('b')
  expect(it.status).toBe('done')
})

test('pattern 12, instances without synchronization: started one by one, awaited by nobody', async () => {
  const it = await begin('pattern-12-instances-without-synchronization', { values: { left: 3 } })

  expect(it.tasks).toHaveLength(3)
  expect(it.trace).toContain('e')
  for (const { token } of it.tasks) it.submit(token)
  expect(it.status).toBe('done')
})

test('pattern 13, instances known at design time', async () => {
  const it = await begin('pattern-13-instances-known-at-design-time')

  expect(it.tasks).toHaveLength(3)
  for (const { token } of it.tasks) it.submit(token)
  expect(it.trace).toEqual(['s', 'a', 'b', 'e'])
})

test('pattern 14, instances known at run time: one for each of the people', async () => {
  const it = await begin('pattern-14-instances-known-at-run-time', {
    values: { people: ['ann', 'bob'] },
  })

  expect(it.tasks.map(({ performers }) => performers)).toEqual([
    [{ kind: 'id', value: 'ann' }],
    [{ kind: 'id', value: 'bob' }],
  ])
})

test('pattern 15, instances not known before: another one is added while they run', async () => {
  const it = await begin('pattern-15-instances-not-known-before')

  it.message('another')
  it.message('another')
  it.submit('a')
  expect(it.tasks.map(({ node }) => node)).toEqual(['b', 'b'])
  it.submit('b')
  it.submit('b')

  expect(it.trace.slice(-2)).toEqual(['c', 'e'])
})

test('pattern 16, deferred choice: what happens first decides', async () => {
  const paid = await begin('pattern-16-deferred-choice')
  paid.message('paid')
  expect(paid.trace).toEqual(['s', 'choice', 'paid', 'ship', 'e1'])
  expect(() => paid.message('cancelled')).toThrow('ended')

  const cancelled = await begin('pattern-16-deferred-choice')
  cancelled.message('cancelled')
  expect(cancelled.trace.slice(2)).toEqual(['cancelled', 'drop', 'e2'])

  const late = await begin('pattern-16-deferred-choice')
  late.pass('P2D')
  expect(late.status).toBe('wait')
  late.pass('P1D')
  expect(late.trace.slice(2)).toEqual(['late', 'remind', 'e3'])
})

test('pattern 17, interleaved routing: either order, never at once', async () => {
  const it = await begin('pattern-17-interleaved-routing')

  it.message('b')
  expect(it.tasks.map(({ node }) => node)).toEqual(['b2'])
  it.submit('b2')
  expect(it.tasks.map(({ node }) => node)).toEqual(['a2'])
})

test('pattern 18, milestone: possible until something else has happened', async () => {
  const it = await begin('pattern-18-milestone')

  it.submit('change', 'more')
  it.submit('pay')

  expect(it.tasks).toEqual([])
  expect(it.trace.slice(-2)).toEqual(['closed', 'too_late'])
})

test('pattern 19, cancel task: a message cancels it', async () => {
  const it = await begin('pattern-19-cancel-task')

  it.message('withdraw')

  expect(it.trace).toEqual(['s', 'a', 'withdrawn', 'c', 'e2'])
  expect(it.effects).toContainEqual({ type: 'task.cancel', token: 2 })
})

test('pattern 20, cancel case: one end stops everything', async () => {
  const it = await begin('pattern-20-cancel-case')

  it.submit('stop')

  expect(it.status).toBe('done')
  expect(it.tasks).toEqual([])
})
