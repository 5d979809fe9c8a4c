import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTasks } from '../../../test/task-stand.ts'

const { as, admin, users, createOrder, run } = await startTasks()
const { ann, bob, eve } = users
type User = { token: string }

/** A task for Ann about an order that she may read for it. */
const taskOf = async (who = [ann.id]) => run('approval', { order: [await createOrder()], who })
const path = (code: string, target: string) => ({ namespace: 'system', code, target })
const write = (by: User, code: string, target: string, input: object = { body: 'Done by noon' }) =>
  as(by).messages.sendMessage({ params: path(code, target), input })
const read = async (by: User, code: string, target: string) =>
  (await as(by).messages.listMessages({ params: path(code, target), input: {} })).result
const inboxOf = async (user: User) =>
  (await as(user).notifications.list({ input: {} })).notifications.map(({ text }) => text)

test('people write about a task, and those who take part in it hear of it', async () => {
  const { task } = await taskOf()

  const { message } = await write(admin, 'tasks', task, { body: 'How far is it?' })

  expect(message.target).toEqual({ namespace: 'system', code: 'tasks', id: task })
  expect(await read(ann, 'tasks', task)).toMatchObject({ total: 1, result: [{ id: message.id }] })
  expect(await inboxOf(ann)).toContain('How far is it?')
})

test('a comment on it is found again', async () => {
  const { task } = await taskOf()
  const { message } = await write(ann, 'tasks', task)
  const params = { ...path('tasks', task), id: message.id }

  await as(admin).messages.sendComment({ params, input: { body: 'Thank you' } })

  const { result } = await as(ann).messages.listComments({ params, input: {} })
  expect(result).toMatchObject({ total: 1, result: [{ body: 'Thank you' }] })
})

test('who may not see the task, the instance or the file may not see what is said of it', async () => {
  const { task, id } = await taskOf()
  const { file } = await as(ann).disk.uploadToDirectory({
    params: { id: ann.id },
    headers: { 'content-disposition': 'attachment; filename="own.txt"' },
    file: 'own',
  })
  const places: [string, string][] = [
    ['tasks', task],
    ['instances', id],
    ['files', file?.__id ?? ''],
  ]
  for (const [code, target] of places) {
    await write(ann, code, target)

    await expect(write(eve, code, target)).rejects.toMatchObject({ status: 404 })
    await expect(read(eve, code, target)).rejects.toMatchObject({ status: 404 })
    expect(await read(ann, code, target)).toMatchObject({ total: 1 })
  }
})

test('who is mentioned without the right to see the task hears of it without its text', async () => {
  const { task } = await taskOf()

  await write(ann, 'tasks', task, { body: 'Ask Eve', mentions: [eve.id, bob.id] })

  expect(await inboxOf(eve)).toEqual([''])
})

test('a file sent with it lies with the order, for those who may read the order', async () => {
  const hash = randomUUID()
  await as(ann).disk.uploadTemporary({ input: { hash }, file: 'a' })
  const { task } = await taskOf()

  const { message } = await write(ann, 'tasks', task, { files: [{ hash, name: 'note.txt' }] })

  expect(message.files).toMatchObject([{ hash, name: 'note.txt' }])
  const params = { id: message.files[0]?.id ?? '' }
  await expect(as(ann).disk.getFile({ params })).resolves.toBeDefined()
  await expect(as(eve).disk.getFile({ params })).rejects.toMatchObject({ status: 404 })
})

test('where there is no place for files, uploads are refused', async () => {
  const hash = randomUUID()
  await as(admin).disk.uploadTemporary({ input: { hash }, file: 'a' })
  const { id } = await taskOf()

  const call = write(admin, 'instances', id, { files: [{ hash, name: 'note.txt' }] })

  await expect(call).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('field "files": uploads are not accepted here'),
  })
})

test('the feed has what happened to the task beside what was said', async () => {
  const { task } = await taskOf()
  await as(ann).tasks.changePercent({ params: { id: task }, input: { percent: 40 } })
  await write(ann, 'tasks', task)

  const params = { namespace: 'system', code: 'tasks', id: task }
  const { entries } = await as(ann).messages.activity({ params, input: {} })

  const kinds = entries.map((each) => (each.kind === 'event' ? each.type : each.kind))
  expect(kinds).toEqual(['message', 'task.percent_changed', 'task.created'])
})

test.each(['task', 'users', 'constructor'])('system/%s is no kind of object', async (code) => {
  await expect(write(admin, code, randomUUID())).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('expected one of tasks, instances, files'),
  })
})

test.each(['tasks', 'instances', 'files'])(
  'an unknown one of system/%s is not found',
  async (code) => {
    await expect(write(admin, code, randomUUID())).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('not found'),
    })
  },
)
