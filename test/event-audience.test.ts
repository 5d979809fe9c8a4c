import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { definitionId } from '../src/lib/codes.ts'
import type { EventType } from '../src/lib/event-types.ts'
import { listenTo } from './listen.ts'
import { appSolution, solution } from './solution.ts'
import { startTasks } from './task-stand.ts'

const stand = await startTasks()
const { address, admin, as, make, run, createOrder, place } = stand
const { maria, ann, bob, eve, cat } = stand.users
const listen = listenTo(address)
await as(admin).solutions.apply({
  input: {
    files: solution('office', {
      'channels/board.yaml': 'name: Board\naccess: private\nmembers: [user:ann, user:bob]\n',
    }),
  },
})
const board = definitionId('channel', 'global', 'board')

type Person = { id: string; token: string }
const MARK = 'user.updated'

const mark = async (people: Person[]) => {
  for (const { id } of people) {
    const object = `user:${id}`
    await make.asSystem((ctx) => ctx.emit({ type: MARK, object, data: {} }))
  }
}

/** The events each person got during the work: those between two marks of their own. */
async function heardBy(people: Person[], work: () => Promise<unknown>): Promise<string[][]> {
  const readers = await Promise.all(people.map((each) => listen(each)))
  await mark(people)
  await work()
  await mark(people)
  const between = readers.map(({ heard }, at) => () => {
    const isMark = ({ type, object }: (typeof heard)[0]) =>
      type === MARK && object === `user:${people[at]?.id}`
    const [first, last] = [heard.findIndex(isMark), heard.findLastIndex(isMark)]
    const types = heard.slice(first + 1, last).map(({ type }) => type)
    return first === last ? undefined : types.filter((type) => type !== MARK)
  })
  const isOver = () => between.every((types) => types() !== undefined)
  await expect.poll(isOver).toBe(true)
  return between.map((types) => types() ?? [])
}

const tasksOnly = (types: string[]) => types.filter((type) => type.startsWith('task.'))

test('events of a task reach its performer, author, helper and substitute, and nobody else', async () => {
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  await as(bob).substitutions.create({ input: { substitute: eve.id, endsAt } })

  const [byPerformer, byHelper, byAuthor, bySubstitute, byStranger] = await heardBy(
    [bob, ann, maria, eve, cat],
    () => run('approval', { who: [bob.id], helper: [ann.id] }, maria),
  )

  expect(byPerformer).toEqual(['notification.created', 'bpm.instance.started', 'task.created'])
  expect(tasksOnly(byHelper ?? [])).toEqual(['task.created'])
  expect(tasksOnly(byAuthor ?? [])).toEqual(['task.created'])
  expect(tasksOnly(bySubstitute ?? [])).toEqual(['task.created'])
  expect(byStranger).toEqual([])
})

test('a substitute hears of tasks from the beginning of an absence to its end', async () => {
  const { heard } = await listen(ann)
  const told = (task: string) => () => heard.some(({ object }) => object === `task:${task}`)
  const taskOf = async ({ id }: Person) => (await run('approval', { who: [id] })).task

  await expect.poll(told(await taskOf(ann))).toBe(true)
  const { substitution } = await as(cat).substitutions.create({ input: { substitute: ann.id } })
  await expect.poll(told(await taskOf(cat))).toBe(true)
  await as(cat).substitutions.end({ params: { id: substitution.id } })
  const later = await taskOf(cat)
  await expect.poll(told(await taskOf(ann))).toBe(true)

  expect(told(later)()).toBe(false)
})

test('a user who reassigns a task gets that event and no later ones', async () => {
  const { task } = await run('approval', { who: [ann.id] })
  const params = { id: task }

  const [before, after] = await heardBy([ann, cat], async () => {
    await as(ann).tasks.reassign({ params, input: { userId: cat.id } })
    await as(cat).tasks.changePercent({ params, input: { percent: 40 } })
  })

  expect(tasksOnly(before ?? [])).toEqual(['task.reassigned'])
  expect(after).toEqual(['task.reassigned', 'notification.created', 'task.percent_changed'])
})

test('when one of several performers completes a task all of them get the event', async () => {
  const { task } = await run('only', { who: [ann.id, cat.id] })

  const [byOther] = await heardBy([cat], async () => {
    const { result } = await as(ann).tasks.listExits({ params: { id: task } })
    await as(ann).tasks.submit({ params: { id: task }, input: { exitId: result[0]?.id ?? '' } })
  })

  expect(tasksOnly(byOther ?? [])).toEqual(['task.closed'])
})

test('incidents of a process reach those who may read the process', async () => {
  const { id } = await run('only', { who: [ann.id] }, cat)
  const [namespace, code] = ['sales.orders', 'only']
  const grant = { kind: 'process', object: 'sales.orders/only', right: 'read' }
  await as(admin).access.grant({
    input: { ...grant, subjectKind: 'user', subject: maria.id },
  })
  const emit = (type: EventType) =>
    make.asSystem((ctx) => ctx.emit({ type, object: `instance:${id}`, namespace, code, data: {} }))

  const [byStarter, byPerformer, byReader, byStranger] = await heardBy(
    [cat, ann, maria, bob],
    async () => {
      await emit('bpm.instance.changed')
      await emit('bpm.instance.incident_raised')
    },
  )

  expect(byStarter).toEqual(['bpm.instance.changed'])
  expect(byPerformer).toEqual(['bpm.instance.changed'])
  expect(byReader).toEqual(['bpm.instance.changed', 'bpm.instance.incident_raised'])
  expect(byStranger).toEqual([])
})

test('events of an item reach users with a task about it, while performers may read it', async () => {
  const order = await createOrder()
  const update = (title: string) =>
    as(admin).apps.updateItem({
      params: { ...place, id: order },
      input: { context: { title } },
    })

  const [before] = await heardBy([ann], () => update('A'))
  await run('approval', { order: [order], who: [ann.id] })
  const [during, others] = await heardBy([ann, cat], () => update('B'))

  expect(before).toEqual([])
  expect(during).toEqual(['app.item.updated'])
  expect(others).toEqual([])
})

test('a grant on a single item gives access to its events; the grant itself is for administrators', async () => {
  const order = await createOrder()
  const params = { ...place, id: order }
  const input = {
    kind: 'item',
    object: `sales/orders/${order}`,
    right: 'read',
    subjectKind: 'user' as const,
    subject: cat.id,
  }

  const [byReader, byAdmin] = await heardBy([cat, admin], async () => {
    await as(admin).access.grant({ input })
    await as(admin).apps.updateItem({ params, input: { context: { title: 'C' } } })
  })

  expect(byReader).toEqual(['app.item.updated'])
  expect(byAdmin).toEqual(['access.granted', 'app.item.updated'])
})

test('messages and comments reach those who may read the feed, mentions those who are mentioned', async () => {
  const [byMember, byMentioned, byStranger] = await heardBy([bob, cat, eve], async () => {
    const { message } = await as(ann).messages.sendChannelMessage({
      params: { channel: board },
      input: { body: 'Salaries', mentions: [cat.id] },
    })
    const params = { channel: board, id: message.id }
    await as(bob).messages.sendChannelComment({ params, input: { body: 'Hm' } })
  })

  expect(byMember).toEqual(['message.created', 'comment.created'])
  expect(byMentioned).toEqual(['notification.created'])
  expect(byStranger).toEqual([])
})

test('events of files reach those who may read their directory or item', async () => {
  const upload = async (by: Person) => {
    const hash = randomUUID()
    await as(by).disk.uploadTemporary({ input: { hash }, file: 'content' })
    return hash
  }
  const order = await createOrder()
  await run('approval', { order: [order], who: [ann.id] })

  const [byOwner, byPerformer, byStranger] = await heardBy([cat, ann, eve], async () => {
    const own = { name: 'own.txt', hash: await upload(cat), directory: cat.id }
    await as(cat).disk.makeFiles({ input: { files: [own] } })
    await as(admin).apps.updateItem({
      params: { ...place, id: order },
      input: { context: { papers: [{ hash: await upload(admin), name: 'paper.txt' }] } },
    })
  })

  expect(byOwner).toEqual(['disk.file.created'])
  expect(byPerformer).toEqual(['disk.file.created', 'app.item.updated'])
  expect(byStranger).toEqual([])
})

test('events of definitions reach only administrators', async () => {
  const files = solution('office', {
    'channels/board.yaml': 'name: The board\naccess: private\nmembers: [user:ann, user:bob]\n',
  })

  const [byMember, byAdmin] = await heardBy([ann, admin], () =>
    as(admin).solutions.apply({ input: { files } }),
  )

  expect(byMember).toEqual([])
  expect(byAdmin).toContain('definition.applied')
})

test('whoever is told first, everybody is told of their own fields', async () => {
  const staff = { namespace: 'office', code: 'staff' }
  const rights =
    'rights: { "group:all_users": [read] }\nfieldRights: { salary: { "user:bob": [read] } }\n'
  const yaml = `name: Staff\nfields:\n  salary: { name: Salary, type: INTEGER }\n${rights}`
  await as(admin).solutions.apply({ input: { files: appSolution('office', 'staff', yaml) } })

  for (const people of [
    [ann, bob],
    [bob, ann],
  ]) {
    const input = { context: { salary: 4711 } }
    const { item } = await as(admin).apps.createItem({ params: staff, input })
    for (const person of people) {
      const { heard } = await listen(person, '', 0)
      const own = () => heard.find(({ object }) => object.endsWith(item.__id))
      await expect.poll(own).toBeDefined()
      expect(JSON.stringify(own()).includes('4711')).toBe(person === bob)
    }
  }
})
