import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ObjectKinds } from '../src/kinds/kinds.ts'
import { definitionId } from '../src/lib/codes.ts'
import { EVENTS, type EventType } from '../src/lib/event-types.ts'
import { newId } from '../src/lib/ids.ts'
import { listenTo } from './listen.ts'
import { startRegistry } from './registration.ts'
import { startTasks } from './task-stand.ts'

/**
 * Visibility is one rule for every way to read an object: by id, in a list, by search, on the event
 * stream, and in the text of a mention.
 */

const stand = await startTasks()
const { address, admin, as, make, place, run } = stand
const { maria: superior, ann: performer, eve: substitute, cat: author } = stand.users

const people = {
  administrator: admin,
  author,
  performer,
  substitute,
  superior,
  helper: await make.user({ login: 'helper' }),
  member: await make.user({ login: 'member' }),
  granted: await make.user({ login: 'granted' }),
  reader: await make.user({ login: 'reader' }),
  insider: await make.user({ login: 'insider' }),
  stranger: await make.user({ login: 'stranger' }),
}
type Person = keyof typeof people
const EVERYBODY = Object.keys(people) as Person[]

const grant = (kind: string, object: string, right: string, to: Person | 'role:author') =>
  as(admin).access.grant({
    input: {
      ...{ kind, object, right },
      ...(to === 'role:author'
        ? { subjectKind: 'role', subject: 'author' }
        : { subjectKind: 'user', subject: people[to].id }),
    },
  })
await as(performer).substitutions.create({ input: { substitute: substitute.id, endsAt: null } })

const upload = async (by: { token: string }, directory: string) => {
  const { file } = await as(by).disk.uploadToDirectory({
    params: { id: directory },
    headers: { 'content-disposition': 'attachment; filename="narwhal.txt"' },
    file: 'content',
  })
  return file?.__id ?? ''
}
const createDirectory = async (by: { token: string }, parent: string) => {
  const input = { __name: `Narwhals ${newId()}`, directory: parent }
  return (await as(by).disk.createDirectory({ input })).directory.__id
}

/** One object of every kind, all with "narwhal" in their names. */
async function makeObjects() {
  await grant('app', 'sales/orders', 'create', 'author')
  await grant('app', 'sales/orders', 'read', 'role:author')
  await grant('process', 'sales.orders/approval', 'read', 'reader')
  await grant('workspace', 'sales', 'read', 'insider')
  const hash = randomUUID()
  await as(author).disk.uploadTemporary({ input: { hash }, file: 'paper' })
  const { item } = await as(author).apps.createItem({
    params: place,
    input: { context: { __name: 'Narwhal', papers: [{ hash, name: 'narwhal paper.txt' }] } },
  })
  const order = String(item.__id)
  await grant('item', `sales/orders/${order}`, 'read', 'granted')
  const { id: instance, task } = await run(
    'approval',
    {
      order: [order],
      who: [performer.id],
      helper: [people.helper.id],
      note: 'narwhal',
    },
    author,
  )
  const { channel } = await as(admin).messages.createChannel({
    input: { name: 'Narwhal board', isPrivate: true, members: [people.member.id] },
  })
  const shared = await createDirectory(admin, admin.id)
  await grant('directory', `${admin.id}/${shared}`, 'read', 'granted')
  const own = await createDirectory(author, author.id)
  const inChannel = await createDirectory(people.member, channel.id)
  const registry = await startRegistry(as(admin), 'papers')
  const folder = await registry.folder({ template: '{$__index}' })
  const document = await registry.item()
  await grant('item', `papers/agreements/${document}`, 'read', 'granted')
  const { group } = await as(admin).scheme.createGroup({
    params: { namespace: 'global' },
    input: { __name: 'Narwhals' },
  })
  return {
    order,
    task,
    instance,
    channel: channel.id,
    paper: (item.papers as string[])[0] ?? '',
    shared,
    sharedFile: await upload(admin, shared),
    own,
    ownFile: await upload(author, own),
    inChannel,
    channelFile: await upload(people.member, inChannel),
    document,
    group: group.__id,
    registration: (await registry.register(document, folder.id)).id,
  }
}
const made = await makeObjects()

type Client = ReturnType<typeof as>
type Kind = {
  /** Its name in the event log, and the data of its events. */
  object: string
  data?: Record<string, unknown>
  /** Who may read it, besides administrators. */
  readers: Person[]
  get?(client: Client): Promise<unknown>
  list?(client: Client): Promise<unknown[]>
  /** The id in the search results, if the kind is searchable. */
  found?: string
  /** The feed of the object. */
  feed?: { namespace: string; code: string; target: string }
  /** Set if fewer users see its events than the object itself. */
  hearers?: Person[]
}

const item = (id: string) => `item:sales/orders/${id}`
const ofItem: Person[] = ['author', 'performer', 'substitute', 'granted', 'insider']
const file = (id: string, readers: Person[]): Kind => ({
  object: `file:${id}`,
  readers,
  get: (client) => client.disk.getFile({ params: { id } }),
  list: async (client) => {
    const { result } = await client.disk.searchFiles({ input: { filter: {}, size: 100 } })
    return result.result.map(({ __id }) => __id).filter((each) => each === id)
  },
  found: id,
  feed: { namespace: 'system', code: 'files', target: id },
})
const directory = (id: string, readers: Person[]): Kind => ({
  object: `directory:${id}`,
  readers,
  get: (client) => client.disk.getDirectory({ params: { id } }),
  list: async (client) => {
    const { result } = await client.disk.listDirectories({ input: { ids: [id] } })
    return result.result
  },
})

const kinds: Record<string, Kind> = {
  item: {
    object: item(made.order),
    readers: ofItem,
    get: (client) => client.apps.getItem({ params: { ...place, id: made.order }, input: {} }),
    list: async (client) =>
      (await client.apps.listItems({ params: place, input: { ids: [made.order] } })).result.result,
    found: made.order,
    feed: { ...place, target: made.order },
  },
  task: {
    object: `task:${made.task}`,
    readers: ['author', 'performer', 'substitute', 'superior', 'helper'],
    get: (client) => client.tasks.get({ params: { id: made.task } }),
    list: async (client) =>
      (await client.tasks.list({ input: { ids: [made.task] } })).result.result,
    found: made.task,
    feed: { namespace: 'system', code: 'tasks', target: made.task },
  },
  instance: {
    object: `instance:${made.instance}`,
    readers: ['author', 'performer', 'substitute', 'reader', 'insider'],
    get: (client) => client.bpm.get({ params: { id: made.instance } }),
    list: async (client) => {
      const params = { namespace: 'sales.orders', code: 'approval' }
      const input = { ids: [made.instance] }
      return (await client.bpm.listByTemplate({ params, input })).result.result
    },
    found: made.instance,
    feed: { namespace: 'system', code: 'instances', target: made.instance },
  },
  'file of an item': file(made.paper, ofItem),
  'file of a granted directory': file(made.sharedFile, ['granted']),
  'personal file': file(made.ownFile, ['author']),
  'file in a directory of a channel': file(made.channelFile, ['member']),
  'directory of an app': directory(definitionId('app', 'sales', 'orders'), ['insider']),
  'granted directory': directory(made.shared, ['granted']),
  'personal directory': directory(made.own, ['author']),
  'directory of a channel': directory(made.channel, ['member']),
  'directory in the directory of a channel': directory(made.inChannel, ['member']),
  channel: {
    object: `channel:${made.channel}`,
    readers: ['member'],
    get: (client) => client.messages.channel({ params: { id: made.channel } }),
    list: async (client) => {
      const { result } = await client.messages.listChannels({ input: { size: 100 } })
      return result.result.filter(({ id }) => id === made.channel)
    },
    found: made.channel,
  },
  'message in a channel': {
    object: `message:${newId()}`,
    data: { stream: `channel:${made.channel}` },
    readers: ['member'],
    get: (client) =>
      client.messages.listChannelMessages({ params: { channel: made.channel }, input: {} }),
  },
  'comment about a task': {
    object: `comment:${newId()}`,
    data: { stream: `task:${made.task}` },
    readers: ['author', 'performer', 'substitute', 'superior', 'helper'],
    get: (client) =>
      client.messages.listMessages({
        params: { namespace: 'system', code: 'tasks', target: made.task },
        input: {},
      }),
  },
  registration: {
    object: `registration:${made.registration}`,
    data: { item: { namespace: 'papers', code: 'agreements', id: made.document } },
    readers: ['granted'],
    get: (client) =>
      client.registration.list({
        params: { namespace: 'papers', code: 'agreements', id: made.document },
      }),
    list: async (client) => {
      const { records } = await client.registration.records({ input: {} })
      return records.filter(({ id }) => id === made.registration)
    },
  },
  // All users are visible, but events of an account are only for its owner and administrators.
  user: {
    object: `user:${people.helper.id}`,
    readers: EVERYBODY,
    list: async (client) =>
      (await client.users.list({ input: { ids: [people.helper.id] } })).result.result,
    hearers: ['helper'],
  },
  group: {
    object: `group:${made.group}`,
    readers: EVERYBODY,
    get: (client) => client.scheme.getGroup({ params: { id: made.group } }),
    list: async (client) =>
      (await client.scheme.listGroups({ input: { ids: [made.group] } })).result.result,
    hearers: [],
  },
}

type Asked = (client: Client, kind: Kind) => Promise<boolean>
const WAYS: Record<string, [keyof Kind, Asked]> = {
  get: [
    'get',
    async (client, { get }) => {
      try {
        await get?.(client)
        return true
      } catch (error) {
        expect(error).toMatchObject({ status: 404 })
        return false
      }
    },
  ],
  list: ['list', async (client, { list }) => ((await list?.(client)) ?? []).length > 0],
  search: [
    'found',
    async (client, { found }) => {
      const { results } = await client.workplace.search({ input: { q: 'narwhal', size: 50 } })
      return results.some(({ id }) => id === found)
    },
  ],
}

const withAdministrator = (persons: Person[]): Person[] =>
  EVERYBODY.filter((each) => each === 'administrator' || persons.includes(each))

const asks = Object.entries(kinds).flatMap(([name, kind]) =>
  Object.entries(WAYS)
    .filter(([, [needs]]) => kind[needs] !== undefined)
    .map(([way, [, isSeen]]) => ({ name, way, kind, isSeen })),
)

test.each(asks)('$name: $way', async ({ kind, isSeen }) => {
  const seen = await Promise.all(EVERYBODY.map((each) => isSeen(as(people[each]), kind)))

  expect(EVERYBODY.filter((_, at) => seen[at])).toEqual(withAdministrator(kind.readers))
})

const TOUCHED = 'setting.saved'
const END = 'setting.deleted'

test('the event stream', async () => {
  const readers = await Promise.all(EVERYBODY.map((each) => listenTo(address)(people[each])))
  const emit = (type: EventType, object: string, data = {}) =>
    make.asSystem((ctx) => ctx.emit({ type, object, data }))
  for (const { object, data } of Object.values(kinds)) await emit(TOUCHED, object, data)
  for (const { id } of Object.values(people)) await emit(END, `user:${id}`)
  const isOver = () =>
    readers.every(({ heard }, at) =>
      heard.some(
        ({ type, object }) =>
          type === END && object === `user:${people[EVERYBODY[at] as Person].id}`,
      ),
    )
  await expect.poll(isOver, { timeout: 10_000 }).toBe(true)

  const heardOf = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => {
      const hears = readers.map(({ heard }) =>
        heard.some(({ type, object }) => type === TOUCHED && object === kind.object),
      )
      return [name, EVERYBODY.filter((_, at) => hears[at])]
    }),
  )

  const expected = Object.entries(kinds).map(([name, { readers: all, hearers = all }]) => [
    name,
    withAdministrator(hearers),
  ])
  expect(heardOf).toEqual(Object.fromEntries(expected))
})

const feeds = Object.entries(kinds).flatMap(([name, { feed, readers }]) =>
  feed ? [{ name, feed, readers }] : [],
)

test.each(feeds)('$name: the text of a mention', async ({ feed, readers }) => {
  const others = EVERYBODY.filter((each) => each !== 'administrator')
  const body = `Look here ${newId()}`
  const mentions = others.map((each) => people[each].id)
  await as(admin).messages.sendMessage({ params: feed, input: { body, mentions } })

  const told = await Promise.all(
    others.map(async (each) => {
      const { notifications } = await as(people[each]).notifications.list({ input: {} })
      return notifications.some(({ text }) => text === body)
    }),
  )

  expect(others.filter((_, at) => told[at])).toEqual(
    others.filter((each) => readers.includes(each)),
  )
})

test('deletions are reported to everyone who could read the object', async () => {
  const { item: deleted } = await as(author).apps.createItem({
    params: place,
    input: { context: {} },
  })
  const outer = await createDirectory(author, author.id)
  const inside = await upload(author, outer)
  const readers = await Promise.all(
    [author, people.stranger].map((each) => listenTo(address)(each)),
  )
  await as(admin).apps.deleteItem({ params: { ...place, id: String(deleted.__id) } })
  await as(author).disk.deleteDirectory({ params: { id: outer } })
  for (const { id } of [author, people.stranger]) {
    await make.asSystem((ctx) => ctx.emit({ type: END, object: `user:${id}`, data: {} }))
  }
  const isOver = () => readers.every(({ heard }) => heard.some(({ type }) => type === END))
  await expect.poll(isOver, { timeout: 10_000 }).toBe(true)

  const [byAuthor, byStranger] = readers.map(({ heard }) => heard.map(({ object }) => object))
  expect(byAuthor).toEqual(
    expect.arrayContaining([item(String(deleted.__id)), `file:${inside}`, `directory:${outer}`]),
  )
  expect(byStranger).toEqual([`user:${people.stranger.id}`])
})

test('a closed task that another performer took can still be opened by its link, but is no longer listed', async () => {
  const { task } = await run('only', { who: [performer.id, author.id] })
  const { result } = await as(author).tasks.listExits({ params: { id: task } })
  await as(author).tasks.submit({ params: { id: task }, input: { exitId: result[0]?.id ?? '' } })

  const { data } = await as(performer).tasks.get({ params: { id: task } })
  const listed = await as(performer).tasks.list({ input: { ids: [task] } })

  expect(data).toMatchObject({ state: 'closed' })
  expect(listed.result.result).toEqual([])
})

/** Events for administrators only. */
const FOR_ADMINISTRATORS = [
  ...['body', 'definition', 'grant', 'group', 'import', 'job', 'key', 'login', 'module'],
  ...['nomenclature.directory', 'nomenclature.folder', 'org_unit', 'preference', 'segment'],
  ...['setting', 'solution', 'storage', 'subscriber', 'system', 'webhook', 'workspace'],
]

test('every event type belongs to a kind with a visibility rule, or is for administrators', () => {
  const { names } = stand.app.platform.kinds as ObjectKinds

  const others = Object.keys(EVENTS).filter((name) => !names.includes(name))

  expect(others.toSorted()).toEqual(FOR_ADMINISTRATORS)
})
