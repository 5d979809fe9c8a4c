import { expect, test } from 'vitest'
import { DAY, HOUR, startTaskWork } from '../../../../test/task-work.ts'
import { newId } from '../../../lib/ids.ts'
import { sql } from '../../../platform/db/sql.ts'

const {
  as,
  admin,
  run,
  createOrder,
  getOrder,
  getTask,
  getInstance,
  make,
  ann,
  bob,
  eve,
  clock,
  submit,
  reassign,
} = await startTaskWork()

const NIL = '00000000-0000-0000-0000-000000000000'

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

  clock.time += HOUR
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
  const at = (offset: number) => new Date(clock.time + offset).toISOString()
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
  const at = (offset: number) => new Date(clock.time + offset).toISOString()
  const [first, second] = tasks.map(({ __id }) => __id)

  await dates(first ?? '', { dueDate: at(5 * DAY) }, admin)
  expect(await timers(id)).toEqual([at(5 * DAY)])
  await dates(second ?? '', { dueDate: at(4 * DAY) }, admin)
  expect(await timers(id)).toEqual([at(5 * DAY)])
  await dates(first ?? '', { dueDate: at(DAY) }, admin)
  expect(await timers(id)).toEqual([at(4 * DAY)])
})
