import { expect, test } from 'vitest'
import { DAY, HOUR, startTaskWork, type User } from '../../../../test/task-work.ts'
import { newId } from '../../../lib/ids.ts'
import type { Job } from '../../../platform/jobs/runner.ts'
import { taskJobs } from './reminders.ts'

const stand = await startTaskWork()
const { as, admin, run, createOrder, getTask, make, request, clock, incoming } = stand
const { maria, ann, bob, eve, cat } = stand

const states = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await getTask(id)).state))

async function start(code: string, context: Record<string, unknown>, times: number) {
  const started: string[] = []
  for (let at = 0; at < times; at++) started.push((await run(code, context)).task)
  return started
}

const submitMany = (user: User, tasks: { id: string; exitId: string }[]) =>
  as(user).tasks.submitMany({ input: { tasks } })

test('many tasks are completed in one call, and each says what became of it', async () => {
  const [one = '', two = '', formed = '', gone = ''] = await start('approval', { who: [ann.id] }, 4)
  const [foreign = ''] = await start('approval', { who: [bob.id] }, 1)
  await stand.submit(ann, gone)
  const unknown = newId()
  const wanted = [one, two, gone, foreign, unknown].map((id) => ({ id, exitId: 'agree' }))

  const { done, errors } = await submitMany(ann, [...wanted, { id: formed, exitId: 'back' }])

  expect(done.toSorted()).toEqual([one, two].toSorted())
  expect(errors).toEqual({
    [formed]: 'this exit asks for something to be filled in: open the task',
    [gone]: 'the task is already closed',
    [foreign]: expect.stringContaining('not found'),
    [unknown]: expect.stringContaining('not found'),
  })
  expect(await states([one, two, formed, foreign])).toEqual([
    'closed',
    'closed',
    'in_progress',
    'in_progress',
  ])
})

test('a repeated call with the same key does nothing again and is answered the same', async () => {
  const [task = ''] = await start('approval', { who: [ann.id] }, 1)
  const send = async () => {
    const answer = await request('/manage/v1/tasks/submit', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'forty at once',
      },
      body: JSON.stringify({ tasks: [{ id: task, exitId: 'agree' }] }),
    })
    return answer.json()
  }

  expect(await send()).toEqual({ done: [task], errors: {} })
  expect(await send()).toEqual({ done: [task], errors: {} })
  const { entries } = await as(admin).audit.list({ input: { object: `task:${task}` } })
  expect(entries.filter(({ type }) => type === 'task.closed')).toHaveLength(1)
})

test('no task, too many tasks and one that is named twice are refused as a whole', async () => {
  const [task = ''] = await start('approval', { who: [ann.id] }, 1)
  const one = { id: task, exitId: 'agree' }
  const many = Array.from({ length: 501 }, () => ({ id: newId(), exitId: 'agree' }))

  for (const tasks of [[], many, [one, one]]) {
    await expect(submitMany(ann, tasks)).rejects.toMatchObject({ code: 'invalid' })
  }
  expect(await states([task])).toEqual(['in_progress'])
})

test('many tasks are handed over in one call; a stranger hands over none', async () => {
  const [one = '', two = ''] = await start('approval', { who: [ann.id] }, 2)
  const [only = ''] = await start('only', { who: [ann.id] }, 1)
  const hand = (user: User, userId: string) =>
    as(user).tasks.reassignMany({ input: { ids: [one, two, only], userId, comment: 'On leave' } })

  const refused = await hand(cat, cat.id)
  expect(refused.done).toEqual([])
  expect(Object.keys(refused.errors)).toHaveLength(3)
  const { done, errors } = await hand(ann, eve.id)

  expect(done.toSorted()).toEqual([one, two].toSorted())
  expect(errors).toEqual({ [only]: 'this task cannot be reassigned' })
  expect((await getTask(one)).performers).toEqual([eve.id])
  expect((await hand(eve, newId())).errors[one]).toContain('no user who can sign in')
})

const remind = (
  user: User,
  input: Parameters<ReturnType<typeof as>['tasks']['remind']>[0]['input'],
) => as(user).tasks.remind({ input })
const at = (offset: number) => new Date(clock.time + offset).toISOString()

test('what is put off is out of sight until its time, for who put it off alone', async () => {
  const person = await make.user()
  const [task = '', other = ''] = await start('approval', { who: [person.id, bob.id] }, 2)
  const seen = (snoozed: boolean | undefined) => incoming(person, { snoozed })

  await remind(person, { ids: [task], snoozedUntil: at(2 * HOUR) })

  expect(await seen(false)).toEqual([other])
  expect(await seen(true)).toEqual([task])
  expect((await seen(undefined)).toSorted()).toEqual([task, other].toSorted())
  expect(await incoming(bob, { snoozed: false })).toContain(task)
  const { result } = await as(person).tasks.listIncoming({ input: { ids: [task] } })
  expect(result.result).toMatchObject([{ snoozedUntil: at(2 * HOUR).replace('.000Z', 'Z') }])
  const form = await as(person).tasks.form({ params: { id: task } })
  expect(form.task).toMatchObject({ snoozedUntil: at(2 * HOUR), followUpAt: null })
  clock.time += 2 * HOUR
  expect((await seen(false)).toSorted()).toEqual([task, other].toSorted())
  await remind(person, { ids: [task], snoozedUntil: null })
  const { entries } = await as(admin).audit.list({ input: { object: `user:${person.id}` } })
  expect(entries.filter(({ type }) => type === 'task_reminder.changed')).toHaveLength(2)
})

test('a follow-up is told once when its time has come, and not of a task that is over', async () => {
  const person = await make.user()
  const [task = '', done = ''] = await start('approval', { who: [person.id] }, 2)
  const told = async () => {
    const { notifications } = await as(person).notifications.list({ input: { unread: 'true' } })
    return notifications.map(({ object }) => object)
  }
  await as(person).notifications.markRead({ input: {} })
  await remind(person, { ids: [task, done], followUpAt: at(DAY) })
  await stand.submit(person, done)
  const wake = async () => {
    const job = { write: make.asSystem } as unknown as Job
    for (const id of [task, done]) {
      await taskJobs.handlers['tasks.follow_up']?.(job, { user: person.id, task: id })
    }
  }

  await wake()
  expect(await told()).toEqual([])
  clock.time += DAY
  await wake()
  await wake()

  expect(await told()).toEqual([`task:${task}`])
  const { jobs } = await as(admin).jobs.list({ input: { name: 'tasks.follow_up' } })
  expect(jobs).toHaveLength(2)
})

test('whoever may no longer read a task is not reminded of it', async () => {
  const person = await make.user()
  const input = { name: 'Call', performer: person.id }
  const { id } = await as(await make.user()).tasks.create({ input })
  await remind(person, { ids: [id], followUpAt: at(DAY) })
  await as(person).tasks.reassign({ params: { id }, input: { userId: ann.id } })
  await as(person).notifications.markRead({ input: {} })

  clock.time += DAY
  const job = { write: make.asSystem } as unknown as Job
  await taskJobs.handlers['tasks.follow_up']?.(job, { user: person.id, task: id })

  const { unread } = await as(person).notifications.list({ input: {} })
  expect(unread).toBe(0)
})

test('nobody is reminded of what they may not read, of what is over, or of nothing', async () => {
  const [task = '', over = ''] = await start('approval', { who: [ann.id] }, 2)
  await stand.submit(ann, over)

  const stranger = await remind(cat, { ids: [task], snoozedUntil: at(HOUR) })
  const own = await remind(ann, { ids: [over], snoozedUntil: at(HOUR) })
  const empty = await remind(ann, { ids: [task] })

  expect(stranger.errors[task]).toContain('not found')
  expect(own.errors).toEqual({ [over]: 'the task is already closed' })
  expect(empty.errors[task]).toContain('expected "snoozedUntil" or "followUpAt"')
})

test('words are also looked for in the names of items that the reader may read', async () => {
  const person = await make.user()
  const { item } = await as(admin).apps.createItem({
    params: { namespace: 'sales', code: 'orders' },
    input: { context: { __name: 'Zebra crossing' } },
  })
  const about = { namespace: 'sales', code: 'orders', id: item.__id }
  await start('approval', { who: [person.id], order: [item.__id] }, 1)
  const input = { name: 'Paint', performer: person.id, item: about }
  const { id: plain } = await as(admin).tasks.create({ input })
  const find = (text: string) => incoming(person, { text })

  expect(await find('zebra')).toHaveLength(2)
  expect(await find('paint zebra')).toEqual([plain])
  // Without the other task they are no performer of the item, and may not read it.
  const [approval = ''] = (await find('zebra')).filter((id) => id !== plain)
  await stand.submit(person, approval, { exitId: 'agree' })
  expect(await find('zebra')).toEqual([])
  expect(await find('paint')).toEqual([plain])
})

test('lists are narrowed by words, and counted by what they are narrowed with', async () => {
  const person = await make.user()
  const order = await createOrder()
  const context = { who: [person.id], order: [order] }
  await start('approval', { ...context, note: 'Blue 50% ink' }, 2)
  await start('only', { who: [person.id], note: 'Red paper' }, 1)
  const find = async (text: string) => (await incoming(person, { text })).length

  expect(await Promise.all(['blue', 'INK check', '50%', '5_', 'red order', ''].map(find))).toEqual([
    2, 2, 2, 0, 1, 3,
  ])
  const facets = await as(person).tasks.facets({ input: { endOfDay: at(HOUR) } })
  expect(facets).toEqual({
    total: 3,
    processes: [
      { value: 'sales.orders:approval', name: 'Order approval', count: 2 },
      { value: 'sales.orders:only', name: 'Order approval', count: 1 },
    ],
    apps: [{ value: 'sales/orders', name: '', count: 2 }],
    performers: [{ value: person.id, name: expect.any(String), count: 3 }],
    authors: [{ value: admin.id, name: expect.any(String), count: 3 }],
    due: [
      { value: 'week', name: '', count: 2 },
      { value: 'none', name: '', count: 1 },
    ],
    priorities: [{ value: '0', name: '', count: 3 }],
  })
  const red = await as(person).tasks.facets({ input: { text: 'red' } })
  expect(red.total).toBe(1)
  const filter = { tf: { templateNsAndCode: 'sales.orders:approval' } }
  expect((await as(person).tasks.facets({ input: { filter } })).total).toBe(2)
  expect((await as(cat).tasks.facets({ input: { list: 'all' } })).total).toBe(0)
  expect(
    (await as(maria).tasks.facets({ input: { list: 'all', closed: true } })).total,
  ).toBeGreaterThan(0)
})

test('an approval asks before the answers that its step names', async () => {
  const { task: asked } = await run('careful', { who: [ann.id], order: [await createOrder()] })

  const [exits] = (await as(ann).tasks.quickExits({ input: { ids: [asked] } })).tasks

  expect(exits?.exits.map(({ name, confirm }) => [name, confirm])).toEqual([
    ['Approve', ''],
    ['Reject', null],
  ])
})
