import { expect, test } from 'vitest'
import type { Effect } from '../effects.ts'
import { begin, load } from '../models/load.ts'

const of = <Type extends Effect['type']>(effects: Effect[], type: Type) =>
  effects.filter((effect): effect is Extract<Effect, { type: Type }> => effect.type === type)

test('a user task has performers and a due date, and is completed through one exit', async () => {
  const it = await begin('element-user-task', { values: { manager: ['ann'] } })

  expect(it.tasks).toEqual([
    {
      type: 'task.create',
      token: 2,
      node: 'check',
      kind: 'user',
      performers: [
        { kind: 'group', value: 'crm/managers' },
        { kind: 'id', value: 'ann' },
      ],
      due: '2026-01-03T00:00:00.000Z',
    },
  ])
  expect(() => it.submit('check')).toThrow(
    '"" is no exit of the task, expected one of agree, refuse',
  )
  it.submit('check', 'refuse', { values: { amount: 5 }, actor: 'ann', comment: 'no' })

  expect(it.trace).toEqual(['s', 'check', 'refused'])
  expect(it.state.variables).toEqual({ manager: ['ann'], amount: 5 })
  expect(of(it.effects, 'task.close')).toEqual([
    { type: 'task.close', token: 2, exit: 'refuse', actor: 'ann', comment: 'no' },
  ])
})

test('a task without performers is an incident, and a retry resolves them again', async () => {
  const it = await begin('element-user-task')

  it.send({ type: 'failed', token: 2, failure: { message: 'nobody is there' } })
  expect(it.status).toBe('error')
  expect(it.tasks).toEqual([])
  expect(it.effects).toContainEqual({
    type: 'incident.raise',
    token: 2,
    node: 'check',
    incident: { kind: 'no-people', message: 'nobody is there' },
  })
  it.send({ type: 'change', values: { manager: ['ann'] } })
  it.send({ type: 'retry', token: 2 })

  expect(it.status).toBe('wait')
  expect(it.tasks[0]?.performers).toContainEqual({ kind: 'id', value: 'ann' })
})

test('a task in a sub-process is assigned by the lane of the sub-process', async () => {
  const it = await begin('element-lane-around')

  expect(it.tasks.map(({ node, performers }) => [node, performers[0]?.value])).toEqual([
    ['pack', 'crm/packers'],
  ])
})

test('performers after || are used when those before it name nobody', async () => {
  const [named, unnamed] = [
    await begin('element-performer-else', { values: { manager: ['ann'] } }),
    await begin('element-performer-else', { values: { manager: [] } }),
  ]

  expect(named.tasks[0]?.performers).toEqual([{ kind: 'id', value: 'ann' }])
  expect(unnamed.tasks[0]?.performers).toEqual([
    { kind: 'group', value: 'crm/heads' },
    { kind: 'role', value: 'author' },
  ])
})

test('an exit with a condition is available only while the condition holds', async () => {
  const it = await begin('element-conditional-exit', { values: { amount: 50 } })

  expect(() => it.submit('check', 'waive')).toThrow('"waive" is no exit')
  it.send({ type: 'change', values: { amount: 5 } })
  it.submit('check', 'waive')

  expect(it.trace).toEqual(['s', 'check', 'e2'])
})

test('a script sees the variables and returns those it changes', async () => {
  const it = await begin('element-script', { values: { weight: 30 } })

  expect(it.status).toBe('exec')
  expect(of(it.effects, 'job')).toEqual([
    {
      type: 'job',
      token: 2,
      node: 'work',
      job: { kind: 'script', script: 'return { parcels: 2 }', context: { weight: 30 } },
    },
  ])
  it.done('work', { parcels: 2 })

  expect(it.state.variables).toEqual({ weight: 30, parcels: 2 })
})

test('an assignment reads plain values itself and asks the host for values behind links', async () => {
  const asked: unknown[] = []
  const it = await begin('element-assignment', {
    values: { order: ['o1'], price: { cents: 500, currency: 'EUR' } },
    operation: (operation) => {
      asked.push(operation)
      return { 'order.owner': ['ann'], 'workspace.limit': 7 }
    },
  })

  expect(asked).toEqual([{ kind: 'read', paths: ['order.owner', 'workspace.limit'] }])
  expect(it.state.variables).toMatchObject({
    owner: ['ann'],
    limit: 7,
    note: 'new',
    cents: 500,
    double: 1000,
  })
  expect(it.trace).toEqual(['s', 'read', 'e'])
})

test.each([
  [200, 'high'],
  [10, 'medium'],
  [1, 'low'],
])('a decision takes the first rule that holds: %d is %s', async (amount, level) => {
  const it = await begin('element-decision', { values: { amount } })

  expect(it.state.variables.level).toBe(level)
})

test('items are created, updated and moved to a status, and the new item is stored in a variable', async () => {
  const operations: unknown[] = []
  const it = await begin('element-item-steps', {
    values: { lead: { id: 'l1', __name: 'Big' }, amount: 3, note: 'hi' },
    operation: (operation) => {
      operations.push(operation)
      return undefined
    },
  })

  expect(operations).toEqual([
    { kind: 'item.create', app: '_clients/_deals', values: { __name: 'Big', amount: 3 } },
    {
      kind: 'item.update',
      target: { path: 'deal', value: ['item-2'] },
      values: { comment: 'hi' },
    },
    { kind: 'item.status', target: { path: 'deal', value: ['item-2'] }, status: 'won' },
  ])
  expect(it.status).toBe('done')
})

test('notifications and mail are sent outside the transaction', async () => {
  const it = await begin('element-messages-to-people', {
    values: { manager: ['ann'], address: 'x@y' },
    job: () => null,
  })

  expect(of(it.effects, 'job').map(({ job }) => job)).toMatchObject([
    {
      kind: 'notification',
      receivers: [
        { kind: 'group', value: 'crm/heads' },
        { kind: 'id', value: 'ann' },
      ],
      settings: { subject: 'A new deal: {$deal}' },
    },
    { kind: 'mail', settings: { to: '{$address}' }, context: { address: 'x@y' } },
  ])
  expect(it.status).toBe('done')
})

test('a document is generated from a template', async () => {
  const it = await begin('element-document', {
    values: { order: ['o1'] },
    job: (job) => (job.kind === 'document' ? [`${job.template}.pdf`] : undefined),
  })

  expect(it.state.variables.papers).toEqual(['crm.orders/confirmation.pdf'])
})

test('an action gets its inputs, and only mapped results are stored', async () => {
  const it = await begin('element-action', { values: { tax: '1', secret: 'x' } })

  expect(of(it.effects, 'job')[0]?.job).toEqual({
    kind: 'action',
    module: 'bridge',
    action: 'check_company',
    input: { number: '1' },
  })
  it.done('check', { is_known: true, more: 1 })

  expect(it.state.variables).toEqual({ tax: '1', secret: 'x', known: true })
  expect(it.effects).toContainEqual({ type: 'timer.cancel', token: 4 })
})

test('an asynchronous action waits for its callback or its timer', async () => {
  const answered = await begin('element-action')
  answered.send({ type: 'suspended', token: 2 })
  expect(answered.status).toBe('wait')
  answered.done('check', {})
  expect(answered.trace).toContain('e1')

  const silent = await begin('element-action')
  silent.send({ type: 'suspended', token: 2 })
  silent.pass('PT15M')
  expect(silent.trace).toContain('e3')
  expect(silent.effects).toContainEqual({ type: 'job.cancel', token: 2 })
})

test('a failed action continues at the event that catches its error', async () => {
  const it = await begin('element-action')

  it.fail('check', { message: 'no answer' })

  expect(it.trace).toEqual(['s', 'check', 'broken', 'e2'])
})

test('abstract and manual tasks complete immediately', async () => {
  const it = await begin('element-plain-tasks')

  expect(it.trace).toEqual(['s', 'abstract', 'hand', 'e'])
})

test('a call starts a process with mapped values and stores mapped results', async () => {
  const called = await load('element-called')
  const it = await begin('element-call', {
    values: { request: ['r1'] },
    processes: { 'desk/escalate': called },
  })
  const [child] = it.children

  expect(of(it.effects, 'child.start')).toEqual([
    {
      type: 'child.start',
      token: 2,
      node: 'escalate',
      process: 'desk/escalate',
      values: { what: ['r1'], reason: 'late' },
      isWaiting: true,
    },
  ])
  child?.submit('note', 'yes', { values: { measures: 'more people', other: 1 } })
  it.pass('PT0S')

  expect(it.state.variables).toEqual({ request: ['r1'], measures: 'more people' })
  expect(it.trace).toEqual(['s', 'escalate', 'e1'])
})

test('the error of a called process is caught by its caller', async () => {
  const called = await load('element-called')
  const it = await begin('element-call', { processes: { 'desk/escalate': called } })

  it.children[0]?.submit('note', 'no')
  it.pass('PT0S')

  expect(it.trace).toEqual(['s', 'escalate', 'broken', 'e2'])
})

test('interrupting a caller interrupts what it called', async () => {
  const called = await load('element-called')
  const it = await begin('element-call', { processes: { 'desk/escalate': called } })

  it.send({ type: 'interrupt' })

  expect(it.children[0]?.status).toBe('cancel')
})

test('an asynchronous call is not waited for', async () => {
  const it = await begin('element-call-async')

  expect(it.status).toBe('done')
  expect(of(it.effects, 'child.start')).toMatchObject([{ isWaiting: false }])
})

test('a sub-process completes when nothing runs in it any more', async () => {
  const it = await begin('element-sub-process')

  it.pass('P2D')
  expect(it.trace.slice(-3)).toEqual(['late', 'tell', 'told'])
  it.submit('a')

  expect(it.trace.slice(-3)).toEqual(['we', 'b', 'e'])
})

test('an event sub-process interrupts its scope, or runs beside it', async () => {
  const it = await begin('element-event-sub-process')

  it.message('question')
  it.message('question')
  expect(it.tasks.map(({ node }) => node)).toEqual(['a', 'answer', 'answer'])
  it.submit('answer')
  it.message('cancel')

  expect(it.tasks).toEqual([])
  expect(it.trace.slice(-4)).toEqual(['cancelled', 'asked', 'undo', 'undone'])
  expect(it.status).toBe('done')
})
