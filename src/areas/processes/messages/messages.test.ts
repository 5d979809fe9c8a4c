import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, eventually, flow } from '../../../../test/process.ts'
import { newId } from '../../../lib/ids.ts'
import { connectClient } from '../../../platform/db/db.ts'

const started = await startApp({ environment: { KONTOR_WORKERS: '2' } })
const { as, admin, make, connection } = started
const [ann, bob] = [await make.user(), await make.user()]

const settings = (values: Record<string, string>) =>
  `<extensionElements><kontor:settings>${Object.entries(values)
    .map(([name, value]) => `<kontor:setting name="${name}" value="${value}" />`)
    .join('')}</kontor:settings></extensionElements>`
const messages = ['paid', 'ordered', 'renewed', 'lonely', 'bought', 'billed']
  .map((name) => `<message id="${name}" name="${name}" />`)
  .join('')
const signals = '<signal id="fire" name="fire" />'
const on = (name: string) => `<messageEventDefinition messageRef="${name}" />`
const draw = (elements: string) => diagram(elements, messages + signals)

const VARIABLES = `
variables:
  number: { name: Number, type: STRING }
  amount: { name: Amount, type: INTEGER }
  clerk: { name: Clerk, type: SYS_USER }
  order: { name: Order, type: SYS_COLLECTION, app: sales/orders }
`
const mapped = (...pairs: [source: string, target: string][]) =>
  `<extensionElements><kontor:mappings>${pairs
    .map(
      ([source, target]) =>
        `<kontor:mapping direction="out" source="${source}" target="${target}" />`,
    )
    .join('')}</kontor:mappings></extensionElements>`
const waiting = (name: string, correlation = settings({ correlation: 'number' })) =>
  draw(`<startEvent id="start" />
    <intermediateCatchEvent id="catch">${correlation}${on(name)}</intermediateCatchEvent>
    <endEvent id="end" />${flow('start -> catch -> end')}`)
const starting = (name: string, extra = '') =>
  draw(`<startEvent id="begin">${extra}${on(name)}</startEvent>
    <userTask id="check" kontor:performer="role:author" /><endEvent id="end" />
    ${flow('begin -> check -> end')}`)
const several =
  draw(`<startEvent id="start" /><userTask id="check" kontor:performer="role:author" />
  <boundaryEvent id="again" attachedToRef="check" cancelActivity="false">
    ${settings({ correlation: 'number' })}${on('paid')}</boundaryEvent>
  <endEvent id="noted" /><endEvent id="end" />${flow('start -> check -> end\nagain -> noted')}`)
const hears = draw(`<startEvent id="start" />
  <intermediateCatchEvent id="catch"><signalEventDefinition signalRef="fire" /></intermediateCatchEvent>
  <endEvent id="end" />${flow('start -> catch -> end')}`)
const begins = draw(`<startEvent id="alarm"><signalEventDefinition signalRef="fire" /></startEvent>
  <userTask id="check" kontor:performer="role:author" /><endEvent id="end" />
  ${flow('alarm -> check -> end')}`)
const tells = draw(`<startEvent id="start" />
  <intermediateThrowEvent id="throw">${settings({ correlation: 'number', ttl: 'PT0S' })}
    ${on('lonely')}</intermediateThrowEvent><endEvent id="end" />${flow('start -> throw -> end')}`)

const bpmn = {
  wait: waiting('paid'),
  fails: waiting('paid', settings({ correlation: 'amount &gt; 0 ? number : number' })),
  any: waiting('ordered', ''),
  order: starting('ordered'),
  renew: starting('renewed', settings({ always: 'true' })),
  renewing: waiting('renewed', ''),
  buys: starting('bought', mapped(['what', 'order'], ['sum * 2', 'amount'])),
  bills: waiting('billed', mapped(['sum * 2', 'amount'])),
  several,
  hears,
  begins,
  tells,
}
await applyProcesses(
  started,
  'sales',
  Object.fromEntries(
    Object.entries(bpmn).map(([code, text]) => [code, { yaml: VARIABLES, bpmn: text }]),
  ),
  { 'workspaces/sales/apps/orders.yaml': 'name: Orders\n' },
)
for (const object of ['paid', 'ordered', 'renewed', 'bought', 'billed', 'fire', 'nobody']) {
  await as(admin).access.grant({
    input: { kind: 'message', object, right: 'create', subjectKind: 'user', subject: ann.id },
  })
}
await started.app.startJobs()
const database = await connectClient(connection)
afterAll(() => database.end())

const run = async (code: string, context = {}) => {
  const params = { namespace: 'sales', code }
  return String((await as(admin).bpm.run({ params, input: { context } })).context.__id)
}
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data
const until = (id: string, state: string) =>
  eventually(
    () => get(id),
    ({ __state }) => __state === state,
  )
const send = (input: { name: string } & Record<string, unknown>, user = ann) =>
  as(user).workers.sendMessage({ input })
const listed = async (id: string) => {
  const { messages: all } = await as(admin).processes.messages({ input: { size: 100 } })
  return all.find((each) => each.id === id)
}

test('a message reaches the instance with its correlation, and the answer says so', async () => {
  const [id, other] = [await run('wait', { number: 'A1' }), await run('wait', { number: 'A2' })]

  const { message } = await send({
    name: 'paid',
    correlation: 'A1',
    variables: { amount: 5, x: 1 },
  })

  expect(message).toMatchObject({
    state: 'delivered',
    receivers: [{ instance: id, element: 'catch', isStarted: false }],
  })
  expect(await get(id)).toMatchObject({ __state: 'done', amount: 5 })
  expect(await get(other)).toMatchObject({ __state: 'wait' })
  const { entries } = await as(admin).audit.list({
    input: { object: `process-message:${message.id}` },
  })
  expect(entries).toMatchObject([{ type: 'bpm.message.sent' }])
})

test('a message waits for its receiver', async () => {
  const number = newId()
  const { message } = await send({ name: 'paid', correlation: number, variables: { amount: 6 } })
  const id = await run('wait', { number })

  await until(id, 'done')

  expect(message).toMatchObject({ state: 'waiting', receivers: [] })
  expect(await get(id)).toMatchObject({ amount: 6 })
  expect(await listed(message.id)).toMatchObject({
    state: 'delivered',
    receivers: [{ instance: id }],
  })
})

test('a key is sent once, also at the same time', async () => {
  const number = newId()
  const ids = [await run('wait', { number }), await run('wait', { number })]
  const input = { name: 'paid', correlation: number, key: newId() }

  const answers = await Promise.all([send(input), send(input)])
  const later = await send(input)

  expect(new Set([...answers, later].map(({ message }) => message.id)).size).toBe(1)
  expect(answers.map(({ isRepeated }) => isRepeated).sort()).toEqual([false, true])
  expect(later).toMatchObject({ isRepeated: true, message: { state: 'delivered' } })
  const states = await Promise.all(ids.map(async (id) => (await get(id)).__state))
  expect(states.sort()).toEqual(['done', 'wait'])
})

test('many messages at once reach each receiver once', async () => {
  const number = newId()
  const ids = await Promise.all(Array.from({ length: 5 }, () => run('wait', { number })))

  await Promise.all(ids.map(() => send({ name: 'paid', correlation: number })))

  for (const id of ids) await until(id, 'done')
})

test('a waiting instance wins over a start, unless the start event says otherwise', async () => {
  const { message: first } = await send({ name: 'ordered' })
  const id = await run('any')
  const { message: second } = await send({ name: 'ordered' })
  const other = await run('renewing')
  const { message: third } = await send({ name: 'renewed' })

  expect(first.receivers).toMatchObject([{ element: 'begin', isStarted: true }])
  expect(second.receivers).toEqual([{ instance: id, element: 'catch', isStarted: false }])
  expect(third.receivers).toMatchObject([{ element: 'begin', isStarted: true }])
  expect(await get(other)).toMatchObject({ __state: 'wait' })
})

test('an event that does not interrupt receives every message', async () => {
  const number = newId()
  const id = await run('several', { number })

  for (let at = 0; at < 3; at++) {
    const { message } = await send({ name: 'paid', correlation: number })
    expect(message.receivers).toMatchObject([{ instance: id, element: 'again' }])
  }
})

test('another correlation subscribes again', async () => {
  const [before, after] = [newId(), newId()]
  const id = await run('wait', { number: before })

  await as(admin).bpm.changeContext({
    params: { id },
    input: { context: { number: after }, comment: 'wrong number' },
  })
  const { message: lost } = await send({ name: 'paid', correlation: before, ttlSeconds: 0 })
  const { message } = await send({ name: 'paid', correlation: after })

  expect(lost.state).toBe('dead')
  expect(message.receivers).toMatchObject([{ instance: id }])
})

const leak = (instance: string, correlation: string) =>
  database.query(
    `insert into kontor.process_subscriptions (instance_id, token, kind, name, correlation)
     values ($1, 2, 'message', 'paid', $2)`,
    [instance, correlation],
  )
const subscriptionsOf = async (instance: string) => {
  const query = 'select name from kontor.process_subscriptions where instance_id = $1'
  return (await database.query(query, [instance])).rows
}

test('whose correlation fails does not stand in the way of others, and waits again after a repair', async () => {
  const number = newId()
  const id = await run('fails', { number, amount: 1 })
  const other = await run('wait', { number })
  const change = (amount: number | null) =>
    as(admin).bpm.changeContext({ params: { id }, input: { context: { amount }, comment: 'so' } })

  await change(null)
  expect(await subscriptionsOf(id)).toEqual([])
  const { message } = await send({ name: 'paid', correlation: number })
  expect(message.receivers).toMatchObject([{ instance: other }])

  await leak(id, number)
  await change(2)
  const { message: next } = await send({ name: 'paid', correlation: number })
  expect(next.receivers).toMatchObject([{ instance: id }])
  expect(await get(id)).toMatchObject({ __state: 'done' })
})

test('a subscription that an ended instance left behind is removed, and the message goes on', async () => {
  const number = newId()
  const ended = await run('wait', { number })
  await send({ name: 'paid', correlation: number })
  const failed = await run('fails', { number, amount: 1 })
  await as(admin).bpm.changeContext({
    params: { id: failed },
    input: { context: { amount: null }, comment: 'so' },
  })
  await Promise.all([leak(ended, number), leak(failed, number)])

  const id = await run('wait', { number })
  const { message } = await send({ name: 'paid', correlation: number, variables: { amount: 7 } })
  await until(id, 'done')

  expect(message).toMatchObject({ state: 'waiting' })
  expect(await get(id)).toMatchObject({ amount: 7 })
  expect([...(await subscriptionsOf(ended)), ...(await subscriptionsOf(failed))]).toEqual([])
})

test('a message that nobody receives in time is a dead letter, and can be sent again', async () => {
  const number = newId()
  const { message } = await send({ name: 'paid', correlation: number })
  const { id } = message
  await database.query(
    `update kontor.process_messages set sent_at = now() - interval '1 hour', expires_at = now() where id = $1`,
    [id],
  )
  await database.query(
    `update kontor.process_jobs set run_at = now() where payload ->> 'message' = $1`,
    [id],
  )
  await eventually(
    () => listed(id),
    (found) => found?.state === 'dead',
  )
  const { messages: dead } = await as(admin).processes.messages({ input: { state: 'dead' } })
  expect(dead.find((each) => each.id === id)).toMatchObject({ name: 'paid', correlation: number })
  await as(admin).processes.resendMessage({ params: { id } })
  const receiver = await run('wait', { number })
  await until(receiver, 'done')
  await expect(as(admin).processes.discardMessage({ params: { id } })).rejects.toMatchObject({
    status: 409,
    message: 'the message is delivered',
  })
})

test('a message of a process that nobody receives is a dead letter, too', async () => {
  const number = newId()
  const sender = await run('tells', { number })

  const { messages: dead } = await eventually(
    () => as(admin).processes.messages({ input: { state: 'dead', name: 'lonely' } }),
    ({ total }) => total > 0,
  )

  expect(dead).toMatchObject([{ name: 'lonely', correlation: number, sender }])
  await as(admin).processes.discardMessage({ params: { id: dead[0]?.id ?? '' } })
  expect(await listed(dead[0]?.id ?? '')).toMatchObject({ state: 'discarded' })
})

test('messages are deleted after 30 days, dead letters after 90', async () => {
  const sendAged = async (correlation: string, days: number) => {
    const { message } = await send({ name: 'paid', correlation, ttlSeconds: 0 })
    const query =
      'update kontor.process_messages set settled_at = now() - $2::interval where id = $1'
    await database.query(query, [message.id, `${days} days`])
    return message.id
  }
  const number = newId()
  const [kept, old] = [await sendAged(number, 89), await sendAged(number, 91)]
  await run('wait', { number })
  const delivered = await sendAged(number, 31)

  await make.asSystem((ctx) => ctx.addJob('process-messages.sweep', {}))

  await eventually(
    async () => [await listed(old), await listed(delivered)],
    (found) => found.every((each) => each === undefined),
  )
  expect(await listed(kept)).toMatchObject({ state: 'dead' })
})

test('a signal reaches all who wait, starts those that begin with it, and counts once', async () => {
  const ids = [await run('hears'), await run('hears')]
  const input = { name: 'fire', key: newId() }

  const { message } = await as(ann).workers.sendSignal({ input })
  const again = await as(ann).workers.sendSignal({ input })

  const isStarted = message.receivers.filter((each) => each.isStarted)
  expect(isStarted).toMatchObject([{ element: 'alarm' }])
  expect(message.receivers.map(({ instance }) => instance)).toEqual(expect.arrayContaining(ids))
  expect(again).toMatchObject({ isRepeated: true, message })
  for (const id of ids) await until(id, 'done')
})

test('what a receiver cannot take is refused, or a dead letter with the reason', async () => {
  const number = newId()
  const wrong = { amount: 'many' }
  const { message } = await send({ name: 'paid', correlation: number, variables: wrong })
  const id = await run('wait', { number })

  const now = send({ name: 'paid', correlation: number, variables: { clerk: [newId()] } })

  await expect(now).rejects.toMatchObject({ status: 400 })
  const dead = await eventually(
    () => listed(message.id),
    (found) => found?.state === 'dead',
  )
  expect(dead?.problem).toContain('amount')
  expect(await get(id)).toMatchObject({ __state: 'wait' })
})

test('a start stores only what its sender may read, through its mappings', async () => {
  const params = { namespace: 'sales', code: 'orders' }
  const { item } = await as(admin).apps.createItem({ params, input: { context: {} } })
  const input = { name: 'bought', variables: { what: [item.__id], sum: 2, number: 'x', other: 1 } }

  await expect(send(input)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('order'),
  })
  const { message } = await send(input, admin)
  const { message: plain } = await send({ name: 'ordered', variables: { amount: 3, other: 1 } })

  const contextOf = async ({ receivers: [receiver] }: typeof message) => {
    const query = 'select context from kontor.process_instances where id = $1'
    return (await database.query(query, [receiver?.instance])).rows[0].context
  }
  const none = { number: null, clerk: null, order: null }
  expect(await contextOf(message)).toEqual({ ...none, order: [item.__id], amount: 4 })
  expect(await contextOf(plain)).toEqual({ ...none, amount: 3 })
})

test('a mapping that fails is told to the sender, or in the dead letter', async () => {
  const wrong = { variables: { what: [], sum: 'much' } }
  const { message } = await send({ name: 'billed', ...wrong })
  const id = await run('bills')

  const reason = 'an "out" mapping cannot be evaluated: "sum * 2"'
  const refused = { status: 400, message: expect.stringContaining(reason) }
  for (const name of ['bought', 'billed']) {
    await expect(send({ name, ...wrong })).rejects.toMatchObject(refused)
  }
  const dead = await eventually(
    () => listed(message.id),
    (found) => found?.state === 'dead',
  )
  expect(dead?.problem).toContain(reason)
  expect(await get(id)).toMatchObject({ __state: 'wait' })
})

test('a message is for those who have the right, and letters for administrators', async () => {
  await expect(send({ name: 'paid' }, bob)).rejects.toMatchObject({
    status: 403,
    message: 'the right "create" on message paid is required',
  })
  await expect(as(ann).processes.messages({ input: {} })).rejects.toMatchObject({ status: 403 })
})
