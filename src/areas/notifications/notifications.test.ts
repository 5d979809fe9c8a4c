import { expect, test } from 'vitest'
import { startTalk } from '../../../test/talk.ts'
import { newId } from '../../lib/ids.ts'
import { notify } from './service.ts'

const talk = await startTalk()
const { as, admin, ann, bob, eve, news, board, make, eventsOf, sql } = talk

type User = { token: string }
const inbox = (by: User, input: object = {}) => as(by).notifications.list({ input })
const kindsOf = async (by: User) => (await inbox(by)).notifications.map(({ kind }) => kind)
const empty = (by: User) => as(by).notifications.markRead({ input: {} })
const post = async (by: User, channel: string, input: object) =>
  (await as(by).messages.sendChannelMessage({ params: { channel }, input })).message

test('a mention is in the inbox of who is mentioned, with who, where and what', async () => {
  const { id } = await post(ann, news, { title: 'Lunch', mentions: [bob.id, ann.id] })

  const { notifications, unread } = await inbox(bob)

  expect(unread).toBe(1)
  expect(notifications).toEqual([
    {
      id: expect.any(String),
      kind: 'mention',
      object: `channel:${news}`,
      message: id,
      comment: null,
      actor: { id: ann.id, name: 'ann' },
      text: 'Lunch',
      createdAt: expect.any(String),
      readAt: null,
    },
  ])
  expect((await inbox(ann)).total).toBe(0)
})

test('who may not read the place hears of the mention, not of the text', async () => {
  await post(ann, board, { title: 'Salaries', mentions: [eve.id] })

  const { notifications } = await inbox(eve)

  expect(notifications).toMatchObject([{ kind: 'mention', object: `channel:${board}`, text: '' }])
})

test('a comment reaches who wrote, commented or was mentioned, each of them once', async () => {
  const { id } = await post(ann, news, { title: 'Plan', mentions: [eve.id] })
  await empty(eve)
  const params = { channel: news, id }
  await as(bob).messages.sendChannelComment({ params, input: { body: 'First' } })
  await empty(ann)
  await empty(eve)

  await as(eve).messages.sendChannelComment({
    params,
    input: { body: '<p>Second</p>', mentions: [bob.id] },
  })

  const newest = async (by: User) => (await inbox(by)).notifications[0]
  expect(await newest(ann)).toMatchObject({ kind: 'comment', text: 'Second', message: id })
  expect(await newest(bob)).toMatchObject({ kind: 'mention', text: 'Second' })
  expect((await inbox(eve)).unread).toBe(0)
})

test('subscribers of an item hear of messages about it while they may read it', async () => {
  const params = await talk.incident(ann, { __subscribers: [bob.id, eve.id] })
  const before = (await inbox(eve)).total

  await as(admin).messages.sendMessage({ params, input: { body: 'News' } })

  const object = `item:service_desk/incident/${params.target}`
  expect((await inbox(ann)).notifications[0]).toMatchObject({
    kind: 'message',
    object,
    text: 'News',
  })
  expect((await inbox(bob)).notifications[0]).toMatchObject({ kind: 'message', object })
  expect((await inbox(eve)).total).toBe(before)
})

test('notifications are read and unread again, one by one or all at once', async () => {
  const dan = await make.user()
  for (const title of ['a', 'b', 'c']) await post(ann, news, { title, mentions: [dan.id] })
  const { notifications } = await inbox(dan)
  const ids = notifications.slice(0, 1).map(({ id }) => id)
  const client = as(dan).notifications

  expect(await client.markRead({ input: { ids } })).toEqual({ changed: 1 })
  expect(await client.markRead({ input: { ids } })).toEqual({ changed: 0 })
  expect(await inbox(dan, { unread: 'true' })).toMatchObject({ total: 2, unread: 2 })
  expect(await inbox(dan, { size: 1, from: 1 })).toMatchObject({ total: 3, unread: 2 })
  expect(await client.markUnread({ input: { ids } })).toEqual({ changed: 1 })
  expect(await client.markRead({ input: {} })).toEqual({ changed: 3 })
  expect((await inbox(dan)).unread).toBe(0)
  expect(await eventsOf(`user:${dan.id}`)).toMatchObject([
    { type: 'notification.read' },
    { type: 'notification.unread', data: { notifications: ids } },
    { type: 'notification.read', data: { notifications: ids } },
    { type: 'notification.created' },
    { type: 'notification.created' },
    { type: 'notification.created', actor: ann.id, data: { kind: 'mention' } },
    { type: 'user.created' },
  ])
})

test('nobody reads or marks the notifications of others', async () => {
  const dan = await make.user()
  await post(ann, news, { title: 'Only for Dan', mentions: [dan.id] })
  const ids = (await inbox(dan)).notifications.map(({ id }) => id)

  expect(await as(eve).notifications.markRead({ input: { ids } })).toEqual({ changed: 0 })
  expect((await inbox(dan)).unread).toBe(1)
})

test('a kind that is muted makes no notifications', async () => {
  const dan = await make.user()
  const client = as(dan).notifications
  await client.saveSettings({ input: { muted: ['mention', 'mention'] } })
  await client.saveSettings({ input: { muted: ['mention'] } })

  await post(ann, news, { title: 'Quiet', mentions: [dan.id] })

  expect(await kindsOf(dan)).toEqual([])
  expect(await client.getSettings({})).toMatchObject({ muted: ['mention'], email: 'digest' })
  const changes = (await eventsOf(`user:${dan.id}`)).filter(({ type }) => type.endsWith('_changed'))
  expect(changes).toMatchObject([
    { data: { before: { muted: [] }, after: { muted: ['mention'] } } },
  ])
})

test('other areas tell people of their own things', async () => {
  const dan = await make.user()
  const blocked = await make.user()
  await as(admin).users.block({ params: { id: blocked.id } })
  const to = [dan, blocked].map(({ id }) => ({ user: id, text: 'Approve the offer' }))

  const object = `task:${newId()}`
  await make.asSystem((ctx) => notify(ctx, { kind: 'task', object, to }))

  expect((await inbox(dan)).notifications).toMatchObject([
    { kind: 'task', object, message: null, actor: { name: 'System' } },
  ])
  const stored = 'select from kontor.notifications where user_id = $1'
  expect((await sql.query(stored, [blocked.id])).rowCount).toBe(0)
})

test('an unknown kind cannot be muted', async () => {
  const input = { muted: ['everything'] as never }

  await expect(as(ann).notifications.saveSettings({ input })).rejects.toMatchObject({ status: 400 })
})
