import { expect, test } from 'vitest'
import { begin } from '../models/load.ts'

const typesOf = (effects: { type: string; token?: number }[], token: number) =>
  effects.filter((effect) => effect.token === token).map(({ type }) => type)

test('timers wait for durations, dates and calendars; a time in the past is due now', async () => {
  const it = await begin('element-timer-catch')

  it.pass('PT1H')
  expect(it.waiting).toEqual(['until'])
  it.pass('PT2H')
  expect(it.waiting).toEqual(['cron'])
  expect(it.effects.filter(({ type }) => type === 'timer.arm')).toMatchObject([
    { due: '2026-01-01T01:00:00.000Z' },
    { due: '2026-01-01T03:00:00.000Z' },
    { due: '2020-01-01T00:00:00.000Z' },
    { due: '2026-01-01T09:00:00.000Z' },
  ])
  it.pass('P1D')

  expect(it.status).toBe('done')
})

test('a timer that does not interrupt repeats as often as it says', async () => {
  const it = await begin('element-timer-cycle')

  it.pass('PT1H')
  it.pass('PT1H')
  it.pass('PT10H')
  expect(it.trace.filter((node) => node === 'tell')).toHaveLength(3)
  it.submit('a')

  expect(it.status).toBe('done')
})

test('missed times are skipped', async () => {
  const it = await begin('element-timer-cycle')

  it.send({ type: 'due', token: 3 })

  expect(it.effects.findLast(({ type }) => type === 'timer.arm')).toMatchObject({
    due: '2026-01-01T02:00:00.000Z',
  })
})

test('the values of a message are stored through its mappings', async () => {
  const it = await begin('element-message-catch', { values: { number: 17 } })

  expect(it.effects).toContainEqual({
    type: 'subscribe',
    token: 2,
    node: 'paid',
    subscription: { kind: 'message', name: 'paid', correlation: '17' },
  })
  it.message('paid', { sum: 5, other: 1 })

  expect(it.state.variables).toEqual({ number: 17, amount: 5 })
  expect(typesOf(it.effects, 2)).toContain('unsubscribe')
})

test('a non-interrupting message is received again', async () => {
  const it = await begin('element-message-boundary')

  it.message('ask')
  it.message('ask')
  expect(it.trace.filter((node) => node === 'tell')).toHaveLength(2)
  it.submit('a')

  expect(typesOf(it.effects, 3)).toEqual(['subscribe', 'unsubscribe'])
  expect(it.status).toBe('done')
})

test('send and receive tasks carry messages', async () => {
  const it = await begin('element-send-and-receive', { values: { number: 1, text: 'how?' } })

  expect(it.effects).toContainEqual({
    type: 'message',
    token: 2,
    node: 'ask',
    name: 'question',
    correlation: '1',
    values: { text: 'how?' },
    expires: null,
  })
  it.message('answer', { text: 'so' })

  expect(it.state.variables.reply).toBe('so')
})

test('a signal reaches every token that waits for it', async () => {
  const it = await begin('element-signal', { values: { volume: 3 } })

  expect(it.effects).toContainEqual({
    type: 'signal',
    token: 4,
    node: 'shout',
    name: 'go',
    values: { volume: 3 },
  })
  expect(it.status).toBe('done')
  expect(it.trace).toEqual(expect.arrayContaining(['a', 'e2']))
})

test('a link goes on at its other end', async () => {
  const it = await begin('element-link')

  expect(it.trace).toEqual(['s', 'out', 'into', 'a', 'e'])
})

test('an escalation is caught by non-interrupting and interrupting events', async () => {
  const it = await begin('element-escalation')

  expect(it.trace.slice(-4)).toEqual(['late', 'tell', 'a', 'told'])
  it.submit('a')

  expect(it.trace.slice(-4)).toEqual(['we', 'very_late', 'stop', 'stopped'])
  expect(it.trace).not.toContain('e')
})

test('an uncaught escalation goes to the caller and stops nothing', async () => {
  const it = await begin('element-escalation-uncaught')

  expect(it.effects).toContainEqual({ type: 'escalation', token: 2, code: 'late', values: {} })
  expect(it.status).toBe('done')
})

test('an event waits for the status of an item', async () => {
  const it = await begin('element-status-wait', { values: { order: ['o1'] } })

  expect(it.effects).toContainEqual({
    type: 'subscribe',
    token: 2,
    node: 'shipped',
    subscription: {
      kind: 'status',
      target: { path: 'order', value: ['o1'] },
      status: 'shipped',
    },
  })
  it.send({ type: 'status', token: 2 })
  it.send({ type: 'status', token: 4 })

  expect(it.trace).toEqual(['s', 'shipped', 'a', 'cancelled', 'e2'])
})

test('a non-interrupting status event fires once', async () => {
  const it = await begin('element-status-beside', { values: { order: ['o1'] } })

  it.send({ type: 'status', token: 3 })

  expect(it.waiting).toEqual(['a'])
  expect(typesOf(it.effects, 3)).toEqual(['subscribe', 'unsubscribe'])
})

test('a condition fires when it becomes true, and again only after it was false', async () => {
  const it = await begin('element-condition', { values: { amount: 1 } })
  const change = (amount: number) => it.send({ type: 'change', values: { amount } })

  for (const amount of [11, 12, 5, 13]) change(amount)

  expect(it.trace.filter((node) => node === 'tell')).toHaveLength(2)
})

test.each([
  [(it: Awaited<ReturnType<typeof begin>>) => it.signal('called'), 'e1'],
  [
    (it: Awaited<ReturnType<typeof begin>>) => it.send({ type: 'change', values: { amount: 6 } }),
    'e2',
  ],
  [(it: Awaited<ReturnType<typeof begin>>) => it.pass('P1D'), 'e3'],
])('the first of several events decides (%#)', async (happen, end) => {
  const it = await begin('element-event-gateway', {
    values: { amount: 1, deadline: '2026-01-01T12:00:00Z' },
  })

  happen(it)

  expect(it.trace.at(-1)).toBe(end)
  expect(it.status).toBe('done')
})

test('a process begins where it was triggered', async () => {
  const plain = await begin('element-starts')
  expect(plain.trace[0]).toBe('plain')

  const asked = await begin('element-starts', { start: 'asked', values: { number: 4, more: 1 } })
  expect(asked.trace).toEqual(['asked', 'a', 'e'])
  expect(asked.state.variables).toEqual({ number: 4 })

  await expect(begin('element-starts', { start: 'nowhere' })).rejects.toThrow(
    'no start event "nowhere"',
  )
})

test('ends throw messages and signals', async () => {
  const it = await begin('element-ends', { values: { number: 2 } })

  expect(it.effects.filter(({ type }) => type === 'message' || type === 'signal')).toMatchObject([
    { name: 'done', values: { number: 2 } },
    { name: 'done', values: {} },
  ])
})

test('a terminate end inside a sub-process ends only that', async () => {
  const it = await begin('element-terminate-inside')

  it.submit('b')

  expect(it.tasks.map(({ node }) => node)).toEqual(['c'])
})
