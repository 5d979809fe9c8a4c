import { expect, test } from 'vitest'
import { startTasks } from '../../../test/task-stand.ts'

const { admin, as, run, createOrder, place, users } = await startTasks()
const { maria, ann } = users

type Person = { token: string }
const typesOf = async (by: Person, params: { namespace: string; code: string; id: string }) =>
  (await as(by).messages.activity({ params })).entries.map((each) =>
    each.kind === 'event' ? each.type : 'message',
  )
const submit = async (id: string) => {
  const { result } = await as(ann).tasks.listExits({ params: { id } })
  await as(ann).tasks.submit({ params: { id }, input: { exitId: result[0]?.id ?? '' } })
}

test('the stream of an instance tells of it and of its tasks', async () => {
  const { id, task } = await run('only', { who: [ann.id] }, maria)
  await submit(task)

  const types = await typesOf(ann, { namespace: 'system', code: 'instances', id })

  expect(types).toEqual([
    'task.closed',
    'bpm.instance.done',
    'task.created',
    'bpm.instance.started',
  ])
})

test('tasks, approvals and their ends are a part of the stream of their item', async () => {
  const order = await createOrder()
  const { task } = await run('all', { order: [order], who: [ann.id] })
  await submit(task)

  const types = await typesOf(admin, { ...place, id: order })

  expect(types).toEqual(
    expect.arrayContaining([
      'task.created',
      'task.closed',
      'docflow.list.asked',
      'docflow.list.answered',
      'docflow.list.closed',
      'app.item.created',
    ]),
  )
})

test('changes of an item are told field by field, with what was and what is', async () => {
  const order = await createOrder('Old')
  const params = { ...place, id: order }
  await as(admin).apps.updateItem({ params, input: { context: { title: 'New' } } })

  const { entries } = await as(admin).messages.activity({ params })

  expect(entries).toMatchObject([
    { changes: [{ field: 'title', name: 'Title', before: 'Old', after: 'New' }] },
    { changes: [{ field: 'title', name: 'Title', before: null, after: 'Old' }] },
  ])
})
