import { expect, test } from 'vitest'
import { solution, startSolutions } from '../../../test/solution.ts'
import { definitionId } from '../../lib/codes.ts'
import { newId } from '../../lib/ids.ts'

const { as, admin, make, apply } = await startSolutions()
const files = solution('talks', { 'channels/news.yaml': 'name: News\nmembers: []\n' })
await apply(files)
const news = definitionId('channel', 'global', 'news')
const [ann, bob, eve] = [
  await make.user({ lastName: 'Ann' }),
  await make.user({ lastName: 'Bob' }),
  await make.user({ lastName: 'Eve' }),
]
const create = async (input: object, by = ann) =>
  (await as(by).messages.createChannel({ input: { name: 'Room', ...input } })).channel
const change = async (id: string, input: object, by = ann) =>
  (await as(by).messages.changeChannel({ params: { id }, input })).channel
const get = async (id: string, by = ann) =>
  (await as(by).messages.channel({ params: { id } })).channel
const eventsOf = async (id: string) => {
  const { entries } = await as(admin).audit.list({ input: { object: `channel:${id}` } })
  return entries.map(({ type, data }) => ({ type, data })).toReversed()
}

test('a private channel is for its members, and its creator is one of them', async () => {
  const room = await create({ description: 'Quiet', members: [bob.id], isPrivate: true })

  expect(room).toMatchObject({
    name: 'Room',
    description: 'Quiet',
    isPrivate: true,
    members: [
      { id: ann.id, name: 'Ann', kind: 'user' },
      { id: bob.id, name: 'Bob', kind: 'user' },
    ],
    canWrite: true,
    canManage: true,
    solution: null,
    author: ann.id,
  })
  expect(await get(room.id, bob)).toMatchObject({ canWrite: true, canManage: false })
  await expect(get(room.id, eve)).rejects.toMatchObject({ status: 404 })
  const params = { channel: room.id }
  await as(bob).messages.sendChannelMessage({ params, input: { body: 'Hello' } })
  const call = as(eve).messages.sendChannelMessage({ params, input: { body: 'Hello' } })
  await expect(call).rejects.toMatchObject({ status: 404 })
})

test('a public channel is for everybody, and is listed', async () => {
  const { id } = await create({ name: 'Open' })

  expect(await get(id, eve)).toMatchObject({ isPrivate: false, canWrite: true, canManage: false })
  const { channels } = await as(eve).messages.myChannels()
  expect(channels.map((each) => each.id)).toContain(id)
})

test('members come and go, and what changes nothing has no event', async () => {
  const { id } = await create({ members: [bob.id], isPrivate: true })

  const changed = await change(id, {
    name: 'Hall',
    addMembers: [eve.id, bob.id],
    removeMembers: [bob.id],
  })
  await change(id, { name: 'Hall', addMembers: [eve.id], removeMembers: [newId()] })

  expect(changed).toMatchObject({ name: 'Hall', members: [{ name: 'Ann' }, { name: 'Eve' }] })
  await expect(get(id, bob)).rejects.toMatchObject({ status: 404 })
  expect(await get(id, eve)).toMatchObject({ name: 'Hall' })
  expect(await eventsOf(id)).toMatchObject([
    { type: 'channel.created', data: { members: [ann.id, bob.id] } },
    {
      type: 'channel.changed',
      data: {
        changes: { name: { before: 'Room', after: 'Hall' } },
        added: [eve.id],
        removed: [bob.id],
      },
    },
  ])
})

test('only who created it and administrators change it, and the creator stays', async () => {
  const { id } = await create({ members: [bob.id] })

  await expect(change(id, { name: 'Mine' }, bob)).rejects.toMatchObject({ status: 403 })
  await expect(change(id, { removeMembers: [ann.id] })).rejects.toThrow('cannot be removed from it')
  expect(await change(id, { description: 'By law' }, admin)).toMatchObject({
    description: 'By law',
    author: ann.id,
  })
})

test('unknown members and empty names are refused', async () => {
  const unknown = newId()
  await expect(create({ members: [unknown] })).rejects.toThrow(`there is no user`)
  await expect(create({ name: ' ' })).rejects.toMatchObject({ status: 400 })
})

test('a channel of a solution stays as the solution says', async () => {
  expect(await get(news, admin)).toMatchObject({ solution: 'talks', canManage: false })

  await expect(change(news, { name: 'Mine' }, admin)).rejects.toThrow(
    'the solution "talks" defines this channel',
  )
})

test('a solution that is applied again leaves channels made by hand alone', async () => {
  const room = await create({ members: [bob.id], isPrivate: true })

  const plan = await apply(
    files.filter(({ path }) => path !== 'channels/news.yaml'),
    true,
  )

  expect(plan.changes.filter(({ kind }) => kind === 'channel')).toHaveLength(1)
  expect(await get(room.id)).toMatchObject({ members: [{ name: 'Ann' }, { name: 'Bob' }] })
})
