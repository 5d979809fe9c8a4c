import { expect, test } from 'vitest'
import { eventually } from '../../../../test/process.ts'
import { startTasks } from '../../../../test/task-stand.ts'

const stand = await startTasks({ environment: { KONTOR_WORKERS: '2' } })
await stand.app.startJobs()
const { as, admin, users, run, createOrder } = stand
const { ann, bob, eve } = users

const listsOf = async (id: string) =>
  (await as(admin).docflow.listLists({ params: { ...stand.place, id }, input: {} })).result

type Tasks = Awaited<ReturnType<typeof run>>['tasks']
function approve(tasks: Tasks, user: typeof ann) {
  const own = tasks.find(({ performers }) => (performers as string[])[0] === user.id)
  return as(user).tasks.submit({
    params: { id: own?.__id ?? '' },
    input: { exitId: 'approved', comment: '' },
  })
}

test('one process at a time asks for the approval of an item', async () => {
  const order = await createOrder()
  const first = await run('all', { order: [order], who: [ann.id, bob.id] })
  const second = () => run('all', { order: [order], who: [ann.id, eve.id] })

  await expect(second()).rejects.toMatchObject({ status: 409 })
  expect((await listsOf(order))[0]?.respondents).toHaveLength(2)
  await approve(first.tasks, ann)
  await approve(first.tasks, bob)
  await second()
  expect((await listsOf(order)).map(({ status }) => status)).toEqual(['in_progress', 'approved'])
})

test('a called process asks on the sheet of its caller', async () => {
  const order = await createOrder()
  const { tasks } = await run('calls', { order: [order], who: [ann.id], helper: [bob.id] })
  await approve(tasks, ann)

  const lists = await eventually(
    () => listsOf(order),
    ([list]) => list?.respondents.length === 2,
  )

  expect(lists).toMatchObject([{ respondents: [{ id: ann.id }, { id: bob.id }] }])
})

test('a process does not close the sheet on which another one asks', async () => {
  const order = await createOrder()
  const first = await run('all', { order: [order], who: [ann.id] })

  await run('close', { order: [order], who: [eve.id] })
  expect(await listsOf(order)).toMatchObject([{ status: 'in_progress' }])

  await approve(first.tasks, ann)
  expect(await listsOf(order)).toMatchObject([{ status: 'approved' }])
})
