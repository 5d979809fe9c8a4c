import { expect, test } from 'vitest'
import { DAY, startTaskWork, type User } from '../../../../test/task-work.ts'
import { NIL_ID, newId } from '../../../lib/ids.ts'

const stand = await startTaskWork()
const { as, admin, createOrder, getOrder, getTask, make, clock, place, run, incoming } = stand
const { maria, ann, bob, eve, cat } = stand

type Input = Parameters<ReturnType<typeof as>['tasks']['create']>[0]['input']
const at = (offset: number) => new Date(clock.time + offset).toISOString()

/** Cat asks Ann, and Eve watches. */
const ask = async (more: Partial<Input> = {}) =>
  (
    await as(cat).tasks.create({
      input: { name: 'Call the printer', performer: ann.id, watchers: [eve.id], ...more },
    })
  ).id
const formOf = (user: User, id: string) => as(user).tasks.form({ params: { id } })
const upload = async (user: User) => {
  const file = new FormData()
  file.append('file', new Blob(['text']), 'offer.txt')
  const params = { id: user.id }
  const sent = await as(user).disk.uploadToDirectory({ params, input: {}, file })
  return sent.file?.__id ?? ''
}
const inbox = async (user: User) => {
  const { notifications } = await as(user).notifications.list({ input: {} })
  return notifications.map(({ object, text }) => [object, text])
}

test('a colleague is asked, does it, and everybody in the task is told', async () => {
  const dueDate = at(2 * DAY)
  const id = await ask({
    dueDate,
    priority: 1,
    description: 'Paper is out',
    checklist: ['Call', 'Pay'],
  })

  expect(await incoming(ann)).toContain(id)
  expect(await getTask(id)).toMatchObject({
    __name: 'Call the printer',
    description: 'Paper is out',
    state: 'in_progress',
    template: '',
    templateNsAndCode: '',
    instance: { __id: NIL_ID, code: '', __name: '', namespace: '' },
    performers: [ann.id],
    participants: [eve.id],
    priority: 1,
    allowReassign: true,
    __createdBy: cat.id,
  })
  await as(ann).tasks.check({ params: { id }, input: { number: 2, isDone: true } })
  const { plain, exits, canSubmit } = await formOf(ann, id)
  expect(plain).toMatchObject({
    checklist: [
      { number: 1, text: 'Call', doneBy: null },
      { number: 2, text: 'Pay', doneBy: { id: ann.id } },
    ],
    canChange: false,
  })
  expect({ exits: exits.map(({ name }) => name), canSubmit }).toEqual({
    exits: ['Done'],
    canSubmit: true,
  })
  const input = { exitId: exits[0]?.id, instanceId: NIL_ID, comment: 'They come on Monday' }
  await as(ann).tasks.submit({ params: { id }, input })

  expect(await getTask(id)).toMatchObject({ state: 'closed', __percent: 100, exit: 'done' })
  expect(await inbox(ann)).toContainEqual([`task:${id}`, 'Call the printer'])
  expect(await inbox(cat)).toContainEqual([`task:${id}`, '✓ Call the printer'])
  expect(await inbox(eve)).toContainEqual([`task:${id}`, '✓ Call the printer'])
  const { entries } = await as(admin).audit.list({ input: { object: `task:${id}` } })
  expect(entries.map(({ type, actor }) => [type, actor])).toEqual([
    ['task.closed', ann.id],
    ['task.changed', ann.id],
    ['task.created', cat.id],
  ])
  await expect(as(ann).tasks.submit({ params: { id }, input: {} })).rejects.toThrow(
    'already closed',
  )
})

test('it is read by author, performer, their superior and watchers, and by nobody else', async () => {
  const order = await createOrder()
  await run('approval', { who: [cat.id], order: [order] })
  const file = await upload(cat)
  const id = await ask({ item: { ...place, id: order }, files: [file] })

  for (const user of [cat, ann, eve, maria, admin]) {
    expect((await formOf(user, id)).plain?.files).toMatchObject([{ id: file, name: 'offer.txt' }])
    const { data } = await as(user).tasks.get({ params: { id } })
    expect(data.__item).toEqual({ ...place, id: order })
  }
  const gone = { code: 'not_found' }
  const calls: ((user: User) => Promise<unknown>)[] = [
    (user) => formOf(user, id),
    (user) => as(user).tasks.get({ params: { id } }),
    (user) => as(user).tasks.submit({ params: { id }, input: {} }),
    (user) => as(user).tasks.change({ params: { id }, input: { name: 'Mine' } }),
    (user) => as(user).tasks.check({ params: { id }, input: { number: 1, isDone: true } }),
    (user) => as(user).tasks.attach({ params: { id }, input: { files: [newId()] } }),
    (user) => as(user).tasks.cancel({ params: { id }, input: {} }),
    (user) => as(user).disk.getFile({ params: { id: file } }),
  ]
  for (const call of calls) await expect(call(bob)).rejects.toMatchObject(gone)
  expect(
    (await as(bob).tasks.submitMany({ input: { tasks: [{ id, exitId: 'done' }] } })).done,
  ).toEqual([])
  expect((await as(bob).tasks.reassignMany({ input: { ids: [id], userId: bob.id } })).done).toEqual(
    [],
  )
  const listed = await as(bob).tasks.list({ input: { ids: [id] } })
  expect(listed.result.result).toEqual([])
})

test('a link to an item gives no right to it, and shows the task to nobody', async () => {
  const order = await createOrder()
  const { task } = await run('approval', { who: [bob.id], order: [order] })
  const id = await as(admin).tasks.create({
    input: { name: 'Secret', performer: ann.id, item: { ...place, id: order } },
  })

  const ofItem = async (user: User) =>
    (await as(user).tasks.ofItem({ params: { ...place, id: order } })).tasks.map((each) => each.id)
  // Bob reads the order as a performer of its process; Ann only has a task that names it.
  expect(await ofItem(bob)).toEqual([task])
  expect(await ofItem(admin)).toEqual([id.id, task])
  await expect(ofItem(ann)).rejects.toMatchObject({ code: 'not_found' })
  expect(await getOrder(order)).toMatchObject({
    __tasks: [{ __id: task }],
    __tasks_performers: [bob.id],
  })
  const own = as(cat).tasks.create({
    input: { name: 'Peep', performer: cat.id, item: { ...place, id: order } },
  })
  await expect(own).rejects.toThrow('field "item": there is no item')
})

test('watchers only watch, performers work, and the author alone says what is asked for', async () => {
  const id = await ask({ checklist: ['Call'] })
  const params = { id }
  const refused = { code: 'forbidden' }

  for (const user of [eve, ann]) {
    await expect(as(user).tasks.change({ params, input: { name: 'X' } })).rejects.toMatchObject(
      refused,
    )
    await expect(as(user).tasks.cancel({ params, input: {} })).rejects.toMatchObject(refused)
  }
  await expect(as(eve).tasks.submit({ params, input: {} })).rejects.toMatchObject(refused)
  await expect(
    as(eve).tasks.check({ params, input: { number: 1, isDone: true } }),
  ).rejects.toMatchObject(refused)
  await as(ann).tasks.attach({ params, input: { files: [await upload(ann)] } })
  await as(ann).tasks.changePercent({ params, input: { percent: 50 } })
  await as(cat).tasks.changeDates({ params, input: { dueDate: at(DAY) } })
  await as(cat).tasks.change({
    params,
    input: {
      name: 'Call them',
      watchers: [bob.id],
      checklist: [{ text: 'First' }, { number: 1, text: 'Call again' }],
    },
  })
  expect(await getTask(id)).toMatchObject({
    __name: 'Call them',
    participants: [bob.id],
    __percent: 50,
  })
  expect((await formOf(bob, id)).plain).toMatchObject({
    checklist: [
      { number: 2, text: 'First' },
      { number: 1, text: 'Call again' },
    ],
    files: [{ name: 'offer.txt', by: ann.id }],
  })
  await expect(formOf(eve, id)).rejects.toMatchObject({ code: 'not_found' })
  await as(ann).tasks.reassign({ params, input: { userId: bob.id } })
  await as(cat).tasks.cancel({ params, input: { comment: 'Not needed' } })
  expect(await getTask(id)).toMatchObject({ state: 'cancel', reassignes: [ann.id] })
  await expect(as(cat).tasks.change({ params, input: { name: 'Y' } })).rejects.toThrow('withdrawn')
})

test('a task that repeats comes again when it is done, for the one who was asked first', async () => {
  const id = await ask({
    repeats: '0 9 * * 1',
    checklist: ['Call'],
    dueDate: '2026-02-02T09:00:00Z',
  })
  await as(ann).tasks.check({ params: { id }, input: { number: 1, isDone: true } })
  await as(ann).tasks.reassign({ params: { id }, input: { userId: bob.id } })
  const before = await incoming(ann)

  await as(bob).tasks.submit({ params: { id }, input: {} })

  const [next = ''] = (await incoming(ann)).filter((each) => !before.includes(each))
  expect(await getTask(next)).toMatchObject({
    dueDate: '2026-02-09T09:00:00Z',
    __createdBy: cat.id,
  })
  expect((await formOf(ann, next)).plain).toMatchObject({
    repeats: '0 9 * * 1',
    checklist: [{ doneAt: null }],
  })
  await as(cat).tasks.change({ params: { id: next }, input: { repeats: null } })
  await as(ann).tasks.submit({ params: { id: next }, input: {} })
  expect(await incoming(ann)).toEqual(before)
})

test('the share of who left falls to the author, and with the author it ends', async () => {
  const [author, left, watcher] = [await make.user(), await make.user(), await make.user()]
  const input = {
    name: 'Water the plants',
    performer: left.id,
    watchers: [watcher.id, eve.id],
    repeats: '0 9 * * *',
  }
  const { id } = await as(author).tasks.create({ input })
  await as(left).tasks.reassign({ params: { id }, input: { userId: bob.id } })
  for (const gone of [left, watcher]) await as(admin).users.block({ params: { id: gone.id } })

  await as(bob).tasks.submit({ params: { id }, input: {} })

  const [next = ''] = await incoming(author)
  expect(await getTask(next)).toMatchObject({ performers: [author.id], participants: [eve.id] })
  expect(await inbox(author)).toContainEqual([`task:${next}`, 'Water the plants'])
  await as(author).tasks.reassign({ params: { id: next }, input: { userId: bob.id } })
  await as(admin).users.block({ params: { id: author.id } })
  const before = await incoming(bob)
  await as(bob).tasks.submit({ params: { id: next }, input: {} })
  expect(await incoming(bob)).toEqual(before.filter((each) => each !== next))
})

const GROUP = '00000000-0000-7000-8000-000000000001'

test.each<[string, () => Promise<object> | object, string]>([
  ['no name', () => ({ name: '  ' }), 'expected a text'],
  ['a group as performer', () => ({ performer: GROUP }), 'field "performer"'],
  ['an unknown performer', () => ({ performer: newId() }), 'field "performer"'],
  ['an unknown watcher', () => ({ watchers: [newId()] }), 'field "watchers"'],
  ['a priority that is none', () => ({ priority: 2 }), 'priority'],
  ['a day that is none', () => ({ dueDate: '2026-02-31T00:00:00Z' }), 'dueDate'],
  ['an unknown item', () => ({ item: { ...place, id: newId() } }), 'field "item"'],
  [
    'an item of no app',
    () => ({ item: { namespace: 'x', code: 'y', id: newId() } }),
    'field "item"',
  ],
  ['the file of somebody else', async () => ({ files: [await upload(bob)] }), 'field "files"'],
  ['an unknown file', () => ({ files: [newId()] }), 'field "files"'],
  ['a repetition that is none', () => ({ repeats: 'every Friday' }), 'field "repeats"'],
  ['a repetition that never comes', () => ({ repeats: '0 9 31 2 *' }), 'field "repeats"'],
  ['an interval', () => ({ repeats: 'R/P1D' }), 'field "repeats"'],
  ['an unknown key', () => ({ who: 'me' }), 'who'],
])('%s is refused and makes no task', async (_, more, message) => {
  const author = await make.user()
  const input = { name: 'Call', performer: ann.id, ...(await more()) }

  await expect(as(author).tasks.create({ input })).rejects.toThrow(message)

  const { result } = await as(author).tasks.listOutgoing({ input: {} })
  expect(result.total).toBe(0)
})

test('what belongs to a process is changed by the process alone', async () => {
  const { task: id } = await run('approval', { who: [ann.id] })

  const change = as(ann).tasks.change({ params: { id }, input: { name: 'Mine' } })

  await expect(change).rejects.toThrow('the task belongs to a process')
  const wrong = ask().then((plain) =>
    as(ann).tasks.submit({ params: { id: plain }, input: { exitId: 'agree' } }),
  )
  await expect(wrong).rejects.toThrow('exit does not belong to the task')
  const entry = ask({ checklist: ['Call'] }).then((plain) =>
    as(ann).tasks.check({ params: { id: plain }, input: { number: 7, isDone: true } }),
  )
  await expect(entry).rejects.toThrow('there is no entry 7')
})

test('twenty callers complete a task once', async () => {
  const id = await ask({ repeats: '0 9 * * *' })
  const before = (await as(cat).tasks.listOutgoing({ input: { size: 1000 } })).result.total ?? 0

  const calls = Array.from({ length: 20 }, () =>
    as(ann).tasks.submit({ params: { id }, input: {} }),
  )
  const settled = await Promise.allSettled(calls)

  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const after = (await as(cat).tasks.listOutgoing({ input: { size: 1000 } })).result.total ?? 0
  expect(after).toBe(before)
})
