import { expect, test } from 'vitest'
import { startTasks } from '../../../../test/task-stand.ts'
import { newId } from '../../../lib/ids.ts'
import { sql } from '../../../platform/db/sql.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let time = Date.parse('2026-02-01T08:00:01Z')
const stand = await startTasks({ now: () => new Date(time) })
const { as, admin, users, run, createOrder, getOrder, getTask, getInstance, make, request } = stand
const { maria, ann, bob, eve, cat } = users

type User = typeof ann
const idsOf = (reply: { result: { result: { __id: string }[] } }) =>
  reply.result.result.map(({ __id }) => __id)
const incoming = async (user: User, input = {}) =>
  idsOf(await as(user).tasks.listIncoming({ input: { size: 1000, ...input } }))
const submit = (user: User, id: string, input: Record<string, unknown> = {}) =>
  as(user).tasks.submit({ params: { id }, input: { exitId: 'agree', ...input } })

const NIL = '00000000-0000-0000-0000-000000000000'
const closedOnes = { filter: { in: [{ field: 'state' }, { list: ['closed'] }] } }

test('a task has every key that clients know, and no other', async () => {
  const order = await createOrder()
  const { id, task } = await run('approval', { order: [order], who: [ann.id], note: 'No 17' })

  const body = {
    from: 0,
    size: 50,
    filter: {
      and: [
        { in: [{ field: 'state' }, { list: ['assignment', 'in_progress'] }] },
        { tf: { dueDate: { min: null, max: '2026-03-01T00:00:00Z' } } },
      ],
    },
    sortExpressions: [{ field: 'dueDate', ascending: true }],
    ids: [task],
  }
  const headers = { authorization: `Bearer ${admin.token}` }
  const answer = await request('/pub/v1/tasks/list', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })

  const path = expect.stringMatching(/^\/items\/[0-9a-f-]{36}$/)
  expect(await answer.json()).toEqual({
    success: true,
    error: '',
    result: {
      result: [
        {
          __id: task,
          __name: 'Check the order',
          state: 'in_progress',
          template: 'Order approval',
          templateNsAndCode: 'sales.orders:approval',
          instance: {
            __id: id,
            code: 'approval',
            __name: 'Order approval (No 17)',
            namespace: 'sales.orders',
          },
          path,
          branch: NIL,
          performers: [ann.id],
          originalPerformers: [ann.id],
          reassignes: null,
          allowReassign: true,
          __item: { namespace: 'sales', code: 'orders', id: order },
          __target: '',
          __targetData: null,
          dueDate: '2026-02-02T08:00:01Z',
          planStart: null,
          planEnd: null,
          timerId: expect.stringMatching(/^(?!0{8})/),
          __percent: 0,
          priority: 0,
          description: '',
          place: '',
          externalParticipants: null,
          companies: null,
          detachedInfo: null,
          openRef: false,
          __context: [],
          url: '',
          __logged: true,
          __createdAt: '2026-02-01T08:00:01Z',
          __createdBy: admin.id,
          __updatedAt: '2026-02-01T08:00:01Z',
          __updatedBy: admin.id,
          __deletedAt: null,
        },
      ],
      total: 1,
    },
  })
  const [copy] = (await getOrder(order)).__tasks as object[]
  const { formFields: _, ...rest } = await getTask(task)
  expect(copy).toEqual(rest)
})

test('every list is there under GET as well', async () => {
  const { task } = await run('approval', { who: [ann.id] }, ann)
  const headers = { authorization: `Bearer ${ann.token}` }
  const query = new URLSearchParams({
    query: JSON.stringify({ size: 1000, fields: { __id: true } }),
  })

  for (const list of ['', '/income', '/outcome', `/of/${ann.id}`]) {
    const answer = await request(`/pub/v1/tasks/list${list}?${query}`, { headers })
    const { result } = (await answer.json()) as Parameters<typeof idsOf>[0]
    expect(idsOf({ result }), list).toContain(task)
  }
  const flat = await request('/pub/v1/tasks/list/income?size=0', { headers })
  expect(await flat.json()).toMatchObject({ result: { result: [] } })
})

test('incoming, outgoing and assisting are told apart, and closed tasks are asked for by name', async () => {
  const { task } = await run('approval', { who: [ann.id], helper: [bob.id] }, eve)
  const lists = async (user: User) => {
    const { tasks } = as(user)
    const input = { size: 1000 }
    return {
      in: idsOf(await tasks.listIncoming({ input })).includes(task),
      out: idsOf(await tasks.listOutgoing({ input })).includes(task),
      assisting: idsOf(await tasks.listAssisting({ input })).includes(task),
      all: idsOf(await tasks.list({ input })).includes(task),
    }
  }

  expect(await lists(ann)).toEqual({ in: true, out: false, assisting: false, all: true })
  expect(await lists(eve)).toEqual({ in: false, out: true, assisting: false, all: true })
  expect(await lists(bob)).toEqual({ in: false, out: false, assisting: true, all: true })
  expect(await lists(cat)).toEqual({ in: false, out: false, assisting: false, all: false })
  expect(await getTask(task)).toMatchObject({ participants: [bob.id] })

  await submit(ann, task)
  expect(await lists(ann)).toMatchObject({ in: false, all: true })
  expect(await lists(eve)).toMatchObject({ out: false, all: true })
  expect(await incoming(ann, closedOnes)).toContain(task)
  const eql = { filter: { eql: { query: "not [state] = 'in_progress'" } } }
  expect(await incoming(ann, eql)).toContain(task)
})

test('the tasks of a user are for the user, a superior and administrators', async () => {
  const { task } = await run('approval', { who: [ann.id] })
  const params = { id: ann.id }
  const of = (user: User) => as(user).tasks.listOfUser({ params, input: { size: 1000 } })

  for (const user of [ann, maria, admin]) expect(idsOf(await of(user))).toContain(task)
  await expect(of(bob)).rejects.toMatchObject({ code: 'forbidden' })
  const nobody = as(admin).tasks.listOfUser({ params: { id: newId() } })
  await expect(nobody).rejects.toMatchObject({ code: 'not_found' })
})

test('a task is shown to those who take part in it, their superiors and administrators', async () => {
  const { task: id } = await run('approval', { who: [ann.id], helper: [bob.id] }, eve)
  const params = { id }

  for (const user of [ann, bob, eve, maria, admin]) {
    expect((await as(user).tasks.get({ params })).data.__id).toBe(id)
  }
  await expect(as(cat).tasks.get({ params })).rejects.toMatchObject({ code: 'not_found' })
  await expect(as(cat).tasks.listExits({ params })).rejects.toMatchObject({ code: 'not_found' })
  const unknown = as(ann).tasks.get({ params: { id: newId() } })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})

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

const reassign = (user: User, id: string, userId: string, more = {}) =>
  as(user).tasks.reassign({ params: { id }, input: { userId, ...more } })

test('a task that is handed on remembers who had it, on its item and in its instance', async () => {
  const order = await createOrder()
  const { id, task } = await run('approval', { who: [ann.id], order: [order] })

  await reassign(ann, task, bob.id, { instanceId: id, comment: 'On leave until Monday' })
  await reassign(bob, task, eve.id)
  await reassign(eve, task, ann.id)

  const wanted = {
    state: 'in_progress',
    performers: [ann.id],
    originalPerformers: [ann.id],
    reassignes: [ann.id, bob.id, eve.id],
  }
  expect(await getTask(task)).toMatchObject(wanted)
  const item = await getOrder(order)
  expect(item).toMatchObject({ __tasks: [wanted], __tasks_performers: [ann.id] })
  const instance = await getInstance(id)
  expect(instance).toMatchObject({ __tasks: { [task]: wanted }, __currentPerformers: [ann.id] })
  const { lines } = await as(admin).bpm.timeline({ params: { id } })
  expect(lines.filter(({ event }) => event === 'reassign')).toHaveLength(3)
  await expect(submit(bob, task)).rejects.toMatchObject({ code: 'not_found' })
  await submit(ann, task)
})

test('to hand a task to who has it changes nothing', async () => {
  const { task } = await run('approval', { who: [ann.id] })
  const before = await getTask(task)

  time += HOUR
  await reassign(ann, task, ann.id)

  expect(await getTask(task)).toEqual(before)
})

test('who takes a task that was offered to several takes it from nobody', async () => {
  const { task } = await run('approval', { who: [ann.id, bob.id] })

  await reassign(ann, task, ann.id)

  const wanted = { state: 'in_progress', performers: [ann.id], reassignes: null }
  expect(await getTask(task)).toMatchObject(wanted)
  await expect(submit(bob, task)).rejects.toMatchObject({ code: 'not_found' })
})

test('a task is handed only to a user who can sign in, and only where that is allowed', async () => {
  const blocked = await make.user()
  await as(admin).users.block({ params: { id: blocked.id } })
  const { task } = await run('approval', { who: [ann.id] })
  const { task: only } = await run('only', { who: [ann.id] })
  const group = '00000000-0000-7000-8000-000000000001'

  for (const userId of [blocked.id, newId(), group]) {
    await expect(reassign(ann, task, userId)).rejects.toMatchObject({ code: 'invalid' })
  }
  const other = reassign(ann, task, bob.id, { instanceId: newId() })
  await expect(other).rejects.toMatchObject({ code: 'invalid' })
  await expect(reassign(bob, task, bob.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(reassign(admin, only, bob.id)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await getTask(only)).toMatchObject({ allowReassign: false, performers: [ann.id] })
})

test('a closed task takes no change at all', async () => {
  const { task } = await run('approval', { who: [ann.id] })
  await submit(ann, task)
  const params = { id: task }
  const { tasks } = as(ann)

  for (const call of [
    () => tasks.submit({ params, input: { exitId: 'agree' } }),
    () => tasks.reassign({ params, input: { userId: bob.id } }),
    () => tasks.changePercent({ params, input: { percent: 1 } }),
    () => tasks.changeDates({ params, input: { dueDate: null } }),
  ]) {
    await expect(call()).rejects.toThrow('the task is already closed')
  }
})

test('progress is reported between 0 and 100 and closes nothing', async () => {
  const order = await createOrder()
  const { id, task } = await run('approval', { who: [ann.id], order: [order] })
  const report = (percent: unknown, user = ann) =>
    as(user).tasks.changePercent({
      params: { id: task },
      input: { instanceId: id, percent: percent as number },
    })

  await report(40.5)
  await report(40.5)
  await report(100)

  expect(await getTask(task)).toMatchObject({ state: 'in_progress', __percent: 100 })
  expect(await getOrder(order)).toMatchObject({ __tasks: [{ __percent: 100 }] })
  for (const wrong of [-0.1, 100.1, '40', null]) {
    await expect(report(wrong)).rejects.toMatchObject({ code: 'invalid' })
  }
  await expect(report(1, bob)).rejects.toMatchObject({ code: 'not_found' })
  const { lines } = await as(admin).bpm.timeline({ params: { id } })
  expect(lines.filter(({ event }) => event === 'percent')).toHaveLength(2)
})

const dates = (id: string, input: object, user = ann) =>
  as(user).tasks.changeDates({ params: { id }, input })

test('dates are set, kept and cleared one by one', async () => {
  const order = await createOrder()
  const { task } = await run('approval', { who: [ann.id], order: [order] })
  const plan = { planStart: '2026-02-10T09:00:00Z', planEnd: '2026-02-14T18:00:00Z' }

  await dates(task, { ...plan, dueDate: '2026-02-16T21:00:00+03:00', comment: 'agreed' })
  await dates(task, { planEnd: null })

  const wanted = { planStart: plan.planStart, planEnd: null, dueDate: '2026-02-16T18:00:00Z' }
  expect(await getTask(task)).toMatchObject(wanted)
  const item = await getOrder(order)
  expect(item).toMatchObject({ __tasks: [wanted], __tasks_earliest_duedate: wanted.dueDate })
})

test.each([
  ['nothing', {}],
  ['only a comment', { comment: 'later' }],
  ['an end before the start', { planStart: '2026-02-02', planEnd: '2026-02-01T00:00:00Z' }],
  ['a date that is none', { dueDate: '2026-02-31T00:00:00Z' }],
  ['a number', { dueDate: 5 }],
])('dates are refused for %s', async (_, input) => {
  const { task } = await run('approval', { who: [ann.id] })

  await expect(dates(task, input)).rejects.toMatchObject({ code: 'invalid' })
})

const timers = async (instance: string) =>
  make.asSystem(async (ctx) => {
    const rows = await ctx.db.all(sql<{ at: string }>`
      select run_at::text as at from kontor.process_jobs
      where instance_id = ${instance} and kind = 'timer'`)
    return rows.map(({ at }) => (at === 'infinity' ? at : new Date(at).toISOString()))
  })

test('a timer that goes off at the deadline moves with it, and waits while there is none', async () => {
  const { id, task } = await run('approval', { who: [ann.id] })
  const at = (offset: number) => new Date(time + offset).toISOString()
  expect(await timers(id)).toEqual([at(DAY)])

  await dates(task, { dueDate: at(3 * DAY) })
  expect(await timers(id)).toEqual([at(3 * DAY)])
  await dates(task, { dueDate: null })
  expect(await timers(id)).toEqual(['infinity'])
  await dates(task, { dueDate: at(2 * DAY) })
  expect(await timers(id)).toEqual([at(2 * DAY)])
})

test('a task names its timer where one goes off, and nothing where none does', async () => {
  const timerOf = async (code: string) => {
    const context = { who: [ann.id], order: [await createOrder()] }
    return (await run(code, context)).tasks[0]?.timerId
  }

  expect(await timerOf('approval')).not.toBe(NIL)
  expect(await timerOf('silent')).not.toBe(NIL)
  expect(await timerOf('all')).toBe(NIL)
  expect(await timerOf('only')).toBe(NIL)
})

test('the one timer of a sheet waits for the last of its people', async () => {
  const order = await createOrder()
  const context = { who: [ann.id, bob.id], order: [order] }
  const { id, tasks } = await run('silent', context)
  const at = (offset: number) => new Date(time + offset).toISOString()
  const [first, second] = tasks.map(({ __id }) => __id)

  await dates(first ?? '', { dueDate: at(5 * DAY) }, admin)
  expect(await timers(id)).toEqual([at(5 * DAY)])
  await dates(second ?? '', { dueDate: at(4 * DAY) }, admin)
  expect(await timers(id)).toEqual([at(5 * DAY)])
  await dates(first ?? '', { dueDate: at(DAY) }, admin)
  expect(await timers(id)).toEqual([at(4 * DAY)])
})

test('who stands in for somebody sees and does their tasks, as long as it holds', async () => {
  const order = await createOrder()
  const [one, other] = [
    await run('approval', { who: [ann.id], order: [order] }),
    await run('approval', { who: [ann.id] }),
  ]
  const params = { ...stand.place, id: order }
  await expect(as(cat).apps.getItem({ params })).rejects.toMatchObject({ code: 'not_found' })
  const { substitution } = await as(ann).substitutions.create({
    input: { substitute: cat.id, endsAt: new Date(time + DAY).toISOString() },
  })

  expect(await incoming(cat)).toEqual(expect.arrayContaining([one.task, other.task]))
  expect((await as(cat).apps.getItem({ params })).item.__id).toBe(order)
  await as(cat).tasks.listOfUser({ params: { id: ann.id } })
  await as(cat).bpm.get({ params: { id: other.id } })
  await submit(cat, one.task)
  await as(ann).substitutions.end({ params: { id: substitution.id } })

  expect(await getTask(one.task)).toMatchObject({ state: 'closed', __updatedBy: cat.id })
  expect(await incoming(cat)).not.toContain(other.task)
  await expect(as(cat).bpm.get({ params: { id: other.id } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(submit(cat, other.task)).rejects.toMatchObject({ code: 'not_found' })
})

test('an item can be read by who has a task about it, where its app says so', async () => {
  const order = await createOrder()
  const params = { ...stand.place, id: order }
  const { task } = await run('approval', { who: [bob.id], order: [order] })
  const listed = async (user: User) => {
    const { result } = await as(user).apps.listItems({
      params: stand.place,
      input: { ids: [order] },
    })
    return result.total
  }

  expect((await as(bob).apps.getItem({ params })).item.__id).toBe(order)
  expect(await listed(bob)).toBe(1)
  expect(await listed(eve)).toBe(0)
  await expect(as(eve).apps.getItem({ params })).rejects.toMatchObject({ code: 'not_found' })
  const update = as(bob).apps.updateItem({ params, input: { context: { title: 'Mine' } } })
  await expect(update).rejects.toMatchObject({ code: 'forbidden' })

  await reassign(bob, task, eve.id)
  expect(await listed(eve)).toBe(1)
  expect(await listed(bob)).toBe(0)
})

test('names that look like JSON change nothing in an answer', async () => {
  const note = '","participants":[],"exit":null,"x":"'
  const { task } = await run('approval', { who: [ann.id], note })

  const found = await getTask(task)

  expect(found.instance.__name).toBe(`Order approval (${note})`)
  expect(Object.keys(found)).not.toContain('x')
})

test('tasks that are over, or only open ones, are listed where `closed` says so', async () => {
  const [done, dropped, open] = [
    await run('approval', { who: [cat.id] }),
    await run('approval', { who: [cat.id] }),
    await run('approval', { who: [cat.id] }),
  ]
  await submit(cat, done.task)
  await as(admin).bpm.interrupt({ params: { id: dropped.id }, input: { comment: '' } })
  const ids = [done.task, dropped.task, open.task]
  const { tasks } = as(cat)
  const lists = {
    list: (input: object) => tasks.list({ input: { ids, ...input } }),
    income: (input: object) => tasks.listIncoming({ input: { ids, ...input } }),
    of: (input: object) => tasks.listOfUser({ params: { id: cat.id }, input: { ids, ...input } }),
  }

  for (const [name, find] of Object.entries(lists)) {
    const found = async (input: object) => new Set(idsOf(await find(input)))
    expect(await found({ closed: true }), name).toEqual(new Set([done.task, dropped.task]))
    expect(await found({ closed: false }), name).toEqual(new Set([open.task]))
    expect(await found({ closed: true, ...closedOnes }), name).toEqual(new Set([done.task]))
  }
})

test('a task tells what its form asks for', async () => {
  const { task } = await run('approval', { who: [ann.id] })
  const formFields = (await as(ann).tasks.get({ params: { id: task } })).data.formFields

  expect(formFields).toEqual([
    expect.objectContaining({ code: 'note', name: 'Note', type: 'STRING', value: 'No 17' }),
  ])
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
