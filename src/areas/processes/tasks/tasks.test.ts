import { expect, test } from 'vitest'
import { DAY, startTaskWork, type User } from '../../../../test/task-work.ts'
import { newId } from '../../../lib/ids.ts'

const {
  as,
  admin,
  run,
  createOrder,
  getOrder,
  getTask,
  request,
  maria,
  ann,
  bob,
  eve,
  cat,
  incoming,
  submit,
  place,
  clock,
  reassign,
} = await startTaskWork()

const idsOf = (reply: { result: { result: { __id: string }[] } }) =>
  reply.result.result.map(({ __id }) => __id)
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

test('who stands in for somebody sees and does their tasks, as long as it holds', async () => {
  const order = await createOrder()
  const [one, other] = [
    await run('approval', { who: [ann.id], order: [order] }),
    await run('approval', { who: [ann.id] }),
  ]
  const params = { ...place, id: order }
  await expect(as(cat).apps.getItem({ params })).rejects.toMatchObject({ code: 'not_found' })
  const { substitution } = await as(ann).substitutions.create({
    input: { substitute: cat.id, endsAt: new Date(clock.time + DAY).toISOString() },
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
  const params = { ...place, id: order }
  const { task } = await run('approval', { who: [bob.id], order: [order] })
  const listed = async (user: User) => {
    const { result } = await as(user).apps.listItems({
      params: place,
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
