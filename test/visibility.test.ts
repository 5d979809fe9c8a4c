import { expect, test } from 'vitest'
import type { ObjectKinds } from '../src/kinds/kinds.ts'
import { EVENTS, type EventType } from '../src/lib/event-types.ts'
import { newId } from '../src/lib/ids.ts'
import { listenTo } from './listen.ts'
import { type Client, item, type Kind, visibleKinds } from './visible-kinds.ts'
import { type Person, startVisibleObjects } from './visible-objects.ts'

/**
 * Visibility is one rule for every way to read an object: by id, in a list, by search, on the event
 * stream, and in the text of a mention.
 */

const objects = await startVisibleObjects()
const { address, admin, as, make, place, run, people, upload, createDirectory } = objects
const { author, performer } = people
const EVERYBODY = Object.keys(people) as Person[]
const kinds = visibleKinds(objects)

type Probe = (client: Client, kind: Kind) => Promise<boolean>
const WAYS: Record<string, [keyof Kind, Probe]> = {
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
      const { results } = await client.search.find({ input: { q: 'narwhal', size: 50 } })
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
  await expect.poll(isOver).toBe(true)

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
  await expect.poll(isOver).toBe(true)

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
  ...['body', 'definition', 'form', 'grant', 'group', 'import', 'job', 'key', 'login', 'module'],
  ...[
    'nomenclature.directory',
    'nomenclature.folder',
    'oauth_client',
    'org_unit',
    'preference',
    'process',
    'process-message',
    'provider',
    'segment',
  ],
  ...[
    'setting',
    'sign_in_policy',
    'solution',
    'storage',
    'subscriber',
    'system',
    'transfer',
    'webhook',
    'workspace',
  ],
]

test('every event type belongs to a kind with a visibility rule, or is for administrators', () => {
  const { names } = objects.app.platform.kinds as ObjectKinds

  const others = Object.keys(EVENTS).filter((name) => !names.includes(name))

  expect(others.toSorted()).toEqual(FOR_ADMINISTRATORS)
})
