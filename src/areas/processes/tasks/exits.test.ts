import { expect, test } from 'vitest'
import { startTaskWork } from '../../../../test/task-work.ts'
import { newId } from '../../../lib/ids.ts'

const {
  as,
  admin,
  run,
  createOrder,
  getOrder,
  getTask,
  getInstance,
  maria,
  ann,
  bob,
  incoming,
  submit,
} = await startTaskWork()

test('exits come in the order of the diagram, with what their buttons need', async () => {
  const { task: id } = await run('approval', { who: [ann.id] })

  const { result } = await as(ann).tasks.listExits({ params: { id } })

  const plain = { type: 'plain', confirm: 'none', confirmText: '', skipCheck: false }
  expect(result).toEqual([
    {
      ...plain,
      id: expect.any(String),
      name: 'Agree',
      buttonClass: 'primary',
      formFields: [{ code: 'amount', required: false, readonly: true }],
    },
    {
      ...plain,
      id: expect.any(String),
      name: 'Send back',
      buttonClass: 'danger',
      confirm: 'form',
      formFields: [{ code: 'remark', required: true, readonly: false }],
    },
    {
      ...plain,
      id: expect.any(String),
      name: 'Drop',
      buttonClass: 'default',
      skipCheck: true,
      formFields: [{ code: 'remark', required: true, readonly: false }],
    },
  ])
})

test('an exit with a condition is there while the condition holds', async () => {
  const { task: id } = await run('approval', { who: [ann.id], amount: 101 })
  const names = async () =>
    (await as(ann).tasks.listExits({ params: { id } })).result.map(({ name }) => name)

  expect(await names()).toContain('Too dear')
  await submit(ann, id, { exitId: 'dear' })
  expect(await names()).toEqual([])
})

test('an exit is taken by its id, with what the form holds', async () => {
  const { id: instanceId, task: id } = await run('approval', { who: [ann.id] })
  const { result } = await as(ann).tasks.listExits({ params: { id } })
  const exitId = result[1]?.id ?? ''

  const input = { exitId, instanceId, context: { remark: 'fine' }, comment: 'see there' }
  await as(ann).tasks.submit({ params: { id }, input })

  expect(await getTask(id)).toMatchObject({ state: 'closed', __percent: 100, exit: exitId })
  expect(await getInstance(instanceId)).toMatchObject({ __state: 'done', remark: 'fine' })
})

test.each([
  ['an exit of another task', { exitId: newId() }, 'exit does not belong to the task'],
  ['no exit where there are several', { exitId: undefined }, 'is no exit of the task'],
  ['another instance', { instanceId: newId() }, 'the task belongs to the instance'],
  ['an empty required field', { exitId: 'back' }, 'field "remark": a value is required'],
  [
    'a value of another type',
    { exitId: 'back', context: { remark: { a: 1 } } },
    'field "remark": expected',
  ],
])('a task is not closed with %s', async (_, input, message) => {
  const { task } = await run('approval', { who: [ann.id] })

  const call = submit(ann, task, input as Record<string, unknown>)

  await expect(call).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining(message),
  })
  expect(await getTask(task)).toMatchObject({ state: 'in_progress' })
})

test('an exit that skips the check takes an empty form; what a form does not ask for is not taken over', async () => {
  const one = await run('approval', { who: [ann.id] })
  await submit(ann, one.task, { exitId: 'drop' })
  expect(await getTask(one.task)).toMatchObject({ state: 'closed' })

  const other = await run('approval', { who: [ann.id], amount: 5 })
  const context = { amount: 7, remark: 'ok', unknown: 1, who: [bob.id] }
  await submit(ann, other.task, { exitId: 'back', context })
  expect(await getInstance(other.id)).toMatchObject({ amount: 5, remark: 'ok', who: [ann.id] })

  const last = await run('approval', { who: [ann.id], remark: 'mine', amount: 5 })
  await submit(ann, last.task, { context: { remark: 'of another exit', amount: 7 } })
  expect(await getInstance(last.id)).toMatchObject({ remark: 'mine', amount: 5 })
})

test('strangers close nothing; a superior and an administrator may', async () => {
  const [one, other] = [
    await run('approval', { who: [ann.id] }),
    await run('approval', { who: [ann.id] }),
  ]

  await expect(submit(bob, one.task)).rejects.toMatchObject({ code: 'not_found' })
  await submit(maria, one.task)
  await submit(admin, other.task)

  await expect(submit(ann, one.task)).rejects.toMatchObject({
    code: 'invalid',
    message: 'the task is already closed',
  })
})

test('fifty callers close a task once', async () => {
  const { id, task } = await run('approval', { who: [ann.id, bob.id, maria.id] })

  const calls = Array.from({ length: 50 }, (_, at) =>
    submit([ann, bob, maria][at % 3] ?? ann, task),
  )
  const outcomes = await Promise.allSettled(calls)

  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(outcomes.length - refused.length).toBe(1)
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'invalid', message: 'the task is already closed' })
  }
  const { lines } = await as(admin).bpm.timeline({ params: { id } })
  expect(lines.filter(({ event }) => event === 'submitted')).toHaveLength(1)
})

test('a task for several is offered to all of them until one closes it', async () => {
  const order = await createOrder()
  const { task } = await run('approval', { who: [ann.id, bob.id], order: [order] })

  expect(await getTask(task)).toMatchObject({ state: 'assignment', performers: [ann.id, bob.id] })
  expect(await incoming(bob)).toContain(task)
  expect(await getOrder(order)).toMatchObject({
    __tasks_performers: expect.arrayContaining([bob.id]),
  })
  await submit(bob, task)

  expect(await getTask(task)).toMatchObject({ state: 'closed', performers: [bob.id] })
  expect(await incoming(ann)).not.toContain(task)
  expect(await getOrder(order)).toMatchObject({ __tasks: null, __tasks_performers: [] })
})

test('a form takes nothing whose names are all unknown to the process', async () => {
  const { task } = await run('approval', { who: [ann.id] })

  const submitted = submit(ann, task, { context: { remrk: 'fine' } })

  await expect(submitted).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'remrk', message: 'there is no such field, did you mean "remark"?' }],
  })
  expect((await getTask(task)).state).toBe('in_progress')
})

test('a process starts with nothing whose names are all unknown to it', async () => {
  const params = { namespace: 'sales.orders', code: 'approval' }

  const started = as(admin).bpm.run({ params, input: { context: { whom: [ann.id] } } })

  await expect(started).rejects.toMatchObject({ status: 400, details: [{ path: 'whom' }] })
})
