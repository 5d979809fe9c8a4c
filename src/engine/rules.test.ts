import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { begin, load, read } from './models/load.ts'
import { prepare } from './program.ts'
import { simulate } from './simulate.ts'
import { tokensIn } from './tokens.ts'

test('an inclusive join completes when the token it waited for ends elsewhere', async () => {
  const it = await begin('rule-inclusive-join-token-dies')

  it.submit('a')
  expect(it.waiting).toEqual(['b', 'join'])
  it.message('drop')

  expect(it.trace.slice(-4)).toEqual(['dropped', 'gone', 'c', 'e'])
})

test('an inclusive join waits for a token that loops before it arrives', async () => {
  const it = await begin('rule-inclusive-join-loop')

  it.submit('b')
  it.submit('a', 'again')
  expect(it.trace).not.toContain('c')
  it.submit('a', 'done')

  expect(it.trace.filter((node) => node === 'c')).toHaveLength(1)
})

test('an inclusive join waits for an inner one', async () => {
  const it = await begin('rule-inclusive-join-nested', { values: { x: false, y: true } })

  it.submit('b')
  expect(it.waiting).toEqual(['c', 'innerjoin'])
  it.submit('c')

  expect(it.trace.slice(-5)).toEqual(['innerjoin', 'innerjoin', 'join', 'd', 'e'])
})

test.each([
  ['limit', 'by_exact'],
  ['other', 'by_any'],
  [undefined, 'by_any'],
])(
  'the error %s is caught by the event with its code, else by the catch-all event',
  async (code, task) => {
    const it = await begin('rule-error-codes')

    it.fail('call', { message: 'no', ...(code !== undefined && { code }) })

    expect(it.trace).toContain(task)
    expect(it.status).toBe('done')
  },
)

test('an error thrown by a handler is not caught by the same handler', async () => {
  const it = await begin('rule-error-in-handler')

  it.submit('a')
  expect(it.trace.slice(-3)).toEqual(['handler', 'caught', 'repair'])
  it.submit('repair')

  expect(it.trace.slice(-4)).toEqual(['again', 'outside', 'told', 'e2'])
  expect(it.trace.filter((node) => node === 'handler')).toHaveLength(1)
})

test('an error thrown by one handler is caught by another handler of the same scope', async () => {
  const it = await begin('rule-error-beside-handler')

  it.message('question')

  expect(it.trace.slice(-4)).toEqual(['broken', 'caught', 'repair', 'repaired'])
  expect(it.status).toBe('done')
})

test('an escalation thrown by a handler propagates outwards', async () => {
  const it = await begin('rule-escalation-in-handler')

  expect(it.trace.filter((node) => node === 'handler')).toHaveLength(1)
  expect(it.trace).toContain('told')
  expect(it.status).toBe('done')
})

test('an uncaught error ends the process with its code', async () => {
  const it = await begin('rule-error-uncaught')

  expect(it.state.control.end).toEqual({ kind: 'error', code: 'boom', message: 'It went wrong' })
  expect(it.tasks).toEqual([])
})

test.each([
  [true, ['always', 'conditional']],
  [false, ['always', 'default_end']],
])('a default flow beside an unconditional one, condition %s', async (x, ends) => {
  const it = await begin('rule-default-beside-unconditional', { values: { x } })

  expect(it.trace).toEqual(['s', 'a', ...ends])
})

test('an interrupting signal cancels its activity', async () => {
  const it = await begin('rule-interrupting-signal')

  it.signal('stop')

  expect(it.tasks).toEqual([])
  expect(it.trace.slice(-3)).toEqual(['stop', 'stopped', 'e2'])
  expect(it.trace).not.toContain('e1')
})

test('a join takes one token per flow and keeps the second for the next round', async () => {
  const it = await begin('rule-two-tokens-on-one-flow')

  it.submit('a')
  it.submit('b')
  expect(it.trace).not.toContain('d')
  it.submit('c')

  expect(it.trace.filter((node) => node === 'd')).toHaveLength(1)
  expect(it.waiting).toEqual(['join'])
  expect(it.state.control.tokens).toMatchObject({ 9: { incident: { kind: 'stuck' } } })
})

test('tokens that wait for each other are an incident, and an operator can skip the join', async () => {
  const it = await begin('rule-stuck')

  it.submit('last', 'never')
  expect(it.status).toBe('error')
  const [no = ''] = Object.keys(it.state.control.tokens)
  it.send({ type: 'skip', token: Number(no) })

  expect(it.status).toBe('done')
})

test('a long automatic sequence is split into steps of a thousand elements', async () => {
  const it = await begin('rule-budget', { values: { n: 0, limit: 1000 } })

  expect(it.state.variables.n).toBe(1000)
  expect(it.effects.filter(({ type }) => type === 'continue')).toHaveLength(3)
  expect(it.status).toBe('done')
})

test('a process that loops without ever waiting is an incident', async () => {
  const it = await begin('rule-budget', { values: { n: 0, limit: 1_000_000 } })

  expect(it.status).toBe('error')
  expect(Object.values(it.state.control.tokens)).toMatchObject([{ incident: { kind: 'endless' } }])
})

test('a condition that cannot be evaluated is an incident, and can be retried when the variable is set', async () => {
  const it = await begin('rule-condition-fails')

  expect(it.status).toBe('error')
  expect(it.state.control.tokens[2]?.incident).toEqual({
    kind: 'expression',
    message: expect.stringContaining('"amount > 100" cannot be evaluated'),
  })
  it.send({ type: 'change', values: { amount: 200 } })
  it.send({ type: 'retry', token: 2 })

  expect(it.trace).toEqual(['s', 'choice', 'a', 'e1'])
  expect(it.effects).toContainEqual({ type: 'incident.clear', token: 2 })
})

test('no matching flow is an incident of the element', async () => {
  const { model } = await load('rule-condition-fails')
  const { defaultFlow: _, ...choice } = model.nodes.choice ?? { outgoing: [] }
  const nodes = { ...model.nodes, choice: { ...choice, outgoing: ['large'] } } as typeof model.nodes
  const it = simulate(prepare({ ...model, nodes }), { values: { amount: 1 } })

  expect(it.state.control.tokens[2]?.incident?.kind).toBe('no-way')
})

test('a late answer changes nothing', async () => {
  const it = await begin('element-user-task')

  it.submit('check', 'agree')

  expect(() => it.send({ type: 'submitted', token: 2, exit: 'agree' })).toThrow('ended')
})

test('an event that the token does not wait for is refused', async () => {
  const it = await begin('element-user-task')

  expect(() => it.send({ type: 'due', token: 2 })).toThrow('token 2 is not waiting for this')
  expect(() => it.send({ type: 'done', token: 99 })).toThrow('there is no token 99')
  expect(() => it.send({ type: 'start' })).toThrow('already started')
  expect(() => it.message('nothing')).toThrow('nobody waits for the message "nothing"')
})

test('interrupting cancels everything', async () => {
  const it = await begin('element-sub-process')

  it.send({ type: 'interrupt', reason: 'withdrawn' })

  expect(it.status).toBe('cancel')
  expect(it.state.control).toMatchObject({
    tokens: {},
    end: { kind: 'interrupted', message: 'withdrawn' },
  })
  expect(it.effects.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['task.cancel', 'timer.cancel', 'ended']),
  )
})

test('flows and elements without ids get ids of their own', async () => {
  const program = await load('rule-no-ids')
  const it = simulate(program)

  it.pass('P2D')
  it.signal('late')
  it.submit('check', 'check_to_end_2')

  expect(it.status).toBe('done')
  expect(it.trace).toEqual([
    'start',
    'prepare',
    'check',
    'boundary_event',
    'boundary_event_2',
    'sub_process',
    'start_event',
    'end',
  ])
  expect(program.model.id).toBe('process')
  expect(Object.keys(program.model.lanes)).toEqual(['lane', 'lane_2'])
})

test('the same diagram gets the same ids again, whatever else has changed', async () => {
  const text = read('rule-no-ids')
  const more = text
    .replace('<task id="prepare"/>', '<task id="prepare"/><manualTask id="file"/>')
    .replace(
      'targetRef="prepare"/>',
      'targetRef="file"/><sequenceFlow sourceRef="file" targetRef="prepare"/>',
    )

  const [before, after] = [await compile(text), await compile(more)]

  expect(Object.keys(after.model?.flows ?? {})).toEqual(
    expect.arrayContaining(['prepare_to_check', 'check_to_end', 'check_to_end_2']),
  )
  expect(Object.keys(after.model?.nodes ?? {})).toEqual(
    expect.arrayContaining(Object.keys(before.model?.nodes ?? {})),
  )
})

test('an inclusive join waits for a task whose boundary event has already led to it', async () => {
  const it = await begin('rule-inclusive-join-border')

  it.message('more')
  expect(it.waiting).toEqual(['a', 'join'])
  it.submit('a')

  expect(it.trace.filter((node) => node === 'b')).toHaveLength(1)
})

test('tokens that wait for each other are an incident even if an event sub-process is waiting', async () => {
  const it = await begin('rule-stuck-beside-handler', { values: { both: false } })

  expect(it.status).toBe('error')
  it.message('alarm')

  expect(it.status).toBe('wait')
  expect(it.waiting).toEqual(['instead', 'rescue'])
})

test('signals that create their own receivers are an incident, and do not exhaust the memory', async () => {
  const it = await begin('rule-breeding-signal')

  expect(it.status).toBe('error')
  expect(it.state.control.next).toBeLessThan(1_000_000)
  expect(Object.values(tokensIn(it.state.control))).toContainEqual(
    expect.objectContaining({ incident: expect.objectContaining({ kind: 'endless' }) }),
  )
})
