import { expect, test } from 'vitest'
import { DAY, startTaskWork, type User } from '../../../../test/task-work.ts'

const stand = await startTaskWork()
const { as, admin, run, clock, submit, maria, ann, bob, eve } = stand

/** "approval" is due after a day, which ends it; "all" asks everybody, and is due after three. */
const order = await stand.createOrder()
const started = clock.time
const quick = await run('approval', { who: [ann.id] })
await run('only', { who: [bob.id] })
await run('only', { who: [eve.id] })
const slow = await run('all', { who: [ann.id, bob.id], order: [order] })
clock.time += DAY / 2
await submit(ann, quick.task)
clock.time = started + 5 * DAY
const [first] = slow.tasks
await as(ann).tasks.submit({
  params: { id: first?.__id ?? '' },
  input: { exitId: 'approved' },
})

const team = (user: User, whose?: 'people' | 'everybody') =>
  as(user).workplace.team({ input: { whose } })

const list = async (user: User, input: Record<string, unknown>) =>
  (await as(user).tasks.list({ input: { size: 0, ...input } })).result.total

test('a manager sees what their people have, what is late and by whom', async () => {
  const { whose, tasks, people } = await team(maria)

  expect(whose).toBe('people')
  expect(tasks).toEqual({ open: 2, late: 1, closed: 2, closedLate: 1 })
  expect(people.map(({ id, open, late, closed }) => ({ id, open, late, closed }))).toEqual([
    { id: bob.id, open: 2, late: 1, closed: 0 },
    { id: ann.id, open: 0, late: 0, closed: 2 },
  ])
  expect(people[0]).toMatchObject({ name: expect.any(String), position: 'Clerk' })
})

test('the slowest step comes first, with how long it takes until now', async () => {
  const { steps } = await team(maria)

  expect(
    steps.map(({ element, open, late, closedLate }) => [element, open, late, closedLate]),
  ).toEqual([
    ['approval_list_process', 1, 1, 1],
    ['only', 1, 0, 0],
    ['check', 0, 0, 0],
  ])
  expect(steps.map(({ meanSeconds }) => Math.round((meanSeconds * 1000) / DAY))).toEqual([5, 5, 1])
  expect(steps[0]?.oldestAt).toBe(new Date(started).toISOString())
})

test('every number is the length of a list of tasks', async () => {
  const { tasks, steps, people, since } = await team(admin)
  const late = { late: true, closed: false }

  expect(await list(admin, late)).toBe(tasks.late)
  expect(await list(admin, { late: true, endedAfter: since })).toBe(tasks.closedLate)
  expect(await list(admin, { late: false, closed: false })).toBe(tasks.open - tasks.late)
  for (const { element, process, open } of steps) {
    const filter = {
      eq: [{ field: 'templateNsAndCode' }, { const: `${process.namespace}:${process.code}` }],
    }
    expect(await list(admin, { element, filter, closed: false })).toBe(open)
  }
  for (const { id, late: count } of people) {
    expect(await list(admin, { ...late, filter: { tf: { performers: [id] } } })).toBe(count)
  }
})

test('administrators see everybody, others only their people', async () => {
  expect((await team(admin)).people.map(({ id }) => id)).toContain(eve.id)
  expect((await team(admin, 'people')).people).toEqual([])
  expect((await team(eve)).tasks).toEqual({ open: 0, late: 0, closed: 0, closedLate: 0 })
  await expect(team(maria, 'everybody')).rejects.toMatchObject({ status: 403 })
})

test('processes tell what began and ended by week, to who may read them', async () => {
  const { processes } = await team(admin)
  const approval = processes.find(({ code }) => code === 'approval')

  expect(approval).toMatchObject({ running: 0, incidents: 0, closed: 1, closedLate: 0 })
  expect(approval?.weeks).toHaveLength(8)
  expect(approval?.weeks.at(-1)).toMatchObject({ started: 1, ended: 1, leadSeconds: 43_200 })
  expect(approval?.weeks[0]).toMatchObject({ started: 0, ended: 0, leadSeconds: null })
  expect((await team(maria)).processes).toEqual([])
  expect((await team(maria)).steps[0]?.process).toMatchObject({ id: null, name: 'Order approval' })
})
