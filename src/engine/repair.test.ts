import { expect, test } from 'vitest'
import { begin, load } from './models/load.ts'
import { prepare } from './program.ts'
import { simulate } from './simulate.ts'

test('a failed step is retried with the same token number', async () => {
  const it = await begin('repair')

  it.fail('call', { message: 'no answer' })
  expect(it.status).toBe('error')
  expect(it.effects).toContainEqual({
    type: 'incident.raise',
    token: 2,
    node: 'call',
    incident: { kind: 'job', message: 'no answer' },
  })
  it.send({ type: 'retry', token: 2 })

  expect(it.status).toBe('exec')
  expect(it.effects.filter(({ type }) => type === 'job')).toMatchObject([
    { token: 2 },
    { token: 2 },
  ])
  expect(it.effects.filter(({ type }) => type === 'entered')).toHaveLength(2)
})

test('a step is cancelled and entered again', async () => {
  const it = await begin('repair')

  it.send({ type: 'restart', token: 2 })

  expect(it.effects).toContainEqual({ type: 'job.cancel', token: 2 })
  expect(it.effects.findLast(({ type }) => type === 'job')).toMatchObject({ token: 3 })
})

test('a step is skipped', async () => {
  const it = await begin('repair', { values: { amount: 2 } })

  it.fail('call', { message: 'no answer' })
  it.send({ type: 'skip', token: 2 })

  expect(it.tasks.map(({ node }) => node)).toEqual(['a'])
  expect(it.effects).toContainEqual({ type: 'incident.clear', token: 2 })
})

test('skipping a task needs the flow to take', async () => {
  const it = await begin('repair', { values: { amount: 2 }, job: () => null })
  const [{ token } = { token: 0 }] = it.tasks

  expect(() => it.send({ type: 'skip', token })).toThrow('specify which one')
  expect(() => it.send({ type: 'skip', token, flow: 'yes' })).toThrow('does not lead out')
  it.send({ type: 'skip', token, flow: 'refuse' })

  expect(it.trace.at(-1)).toBe('e2')
  expect(it.effects).toContainEqual({ type: 'task.cancel', token })
})

test('a step that has not failed cannot be retried', async () => {
  const it = await begin('repair')

  expect(() => it.send({ type: 'retry', token: 2 })).toThrow('nothing has failed')
})

test('a retry after a completed step does not repeat its work', async () => {
  const it = await begin('repair-way-on')

  it.done('work', {})
  expect(it.state.control.tokens[2]?.incident?.kind).toBe('expression')
  it.send({ type: 'change', values: { amount: 2 } })
  it.send({ type: 'retry', token: 2 })

  expect(it.trace).toEqual(['s', 'work', 'e1'])
  expect(it.effects.filter(({ type }) => type === 'job')).toHaveLength(1)
})

test('an event sub-process is cancelled and entered again', async () => {
  const it = await begin('migrate-happened')
  it.message('alarm')
  const [no = ''] = Object.keys(it.state.control.tokens)

  it.send({ type: 'restart', token: Number(no) })

  expect(it.waiting).toEqual(['instead', 'rescue'])
  it.submit('rescue')
  expect(it.status).toBe('done')
})

test('a token whose correlation fails waits for no message until it is repaired', async () => {
  const model = structuredClone((await load('element-message-catch')).model)
  Object.assign(model.nodes.paid?.settings ?? {}, { correlation: 'amount > 1 ? number : other' })
  const it = simulate(prepare(model), { values: { number: 17, amount: 2, other: null } })

  it.send({ type: 'change', values: { amount: 'much' } })
  expect(it.status).toBe('error')
  expect(it.effects.at(-2)).toEqual({ type: 'unsubscribe', token: 2 })
  it.send({ type: 'change', values: { amount: 0 } })
  it.send({ type: 'retry', token: 2 })

  expect(it.effects.findLast(({ type }) => type === 'subscribe')).toMatchObject({
    subscription: { kind: 'message', name: 'paid', correlation: null },
  })
  expect(it.state.control.tokens[2]).not.toHaveProperty('correlation')
})
