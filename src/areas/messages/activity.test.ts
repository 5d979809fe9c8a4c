import { expect, test } from 'vitest'
import { startTalk } from '../../../test/talk.ts'

const talk = await startTalk()
const { as, ann, bob, eve, news, board, make, eventsOf, sql } = talk

const send = async (by: { token: string }, channel: string, body = 'Hello') =>
  (await as(by).messages.sendChannelMessage({ params: { channel }, input: { body } })).message
const unread = async (by: { token: string }, channel: string) =>
  (await as(by).messages.myChannels({})).channels.find(({ id }) => id === channel)?.unread

/** The app and the item as the routes for people have them. */
const ofItem = ({ target, ...app }: Awaited<ReturnType<typeof talk.incident>>) => ({
  ...app,
  id: target,
})

test('a stream tells what people said and what happened to the item, newest first', async () => {
  const incident = await talk.incident(ann, { priority: 'P3' })
  const params = ofItem(incident)
  await as(ann).apps.updateItem({ params, input: { context: { priority: 'P1' } } })
  const { message } = await as(bob).messages.sendMessage({
    params: incident,
    input: { body: 'Why?' },
  })
  await as(ann).apps.setStatus({ params, input: { status: 'done' } })

  const { entries } = await as(ann).messages.activity({ params })

  expect(entries).toMatchObject([
    { kind: 'event', type: 'app.item.status_changed', actor: ann.id },
    { kind: 'message', message: { id: message.id, body: 'Why?' } },
    { type: 'app.item.updated', data: { before: { priority: 'P3' }, after: { priority: 'P1' } } },
    { kind: 'event', type: 'app.item.created' },
  ])
  const page = await as(ann).messages.activity({ params, input: { from: 1, size: 2 } })
  expect(page.entries).toEqual(entries.slice(1, 3))
})

test('what happens to tasks of an item is a part of its stream, and of no other', async () => {
  const [one, other] = [await talk.incident(ann), await talk.incident(ann)]
  const item = ofItem(one)
  await make.asSystem((ctx) =>
    ctx.emit({ type: 'task.created', object: 'task:1', data: { name: 'Look at it', item } }),
  )
  const typesOf = async (params: typeof one) =>
    (await as(ann).messages.activity({ params: ofItem(params) })).entries.map((each) =>
      each.kind === 'event' ? each.type : each.kind,
    )

  expect(await typesOf(one)).toEqual(['task.created', 'app.item.created'])
  expect(await typesOf(other)).toEqual(['app.item.created'])
})

test('rights on an item are not news for its readers', async () => {
  const { target } = await talk.incident(ann)
  const object = `service_desk/incident/${target}`
  const input = {
    kind: 'item',
    object,
    right: 'read',
    subjectKind: 'user' as const,
    subject: eve.id,
  }
  await as(talk.admin).access.grant({ input })

  const { entries } = await as(eve).messages.activity({
    params: { namespace: 'service_desk', code: 'incident', id: target },
  })

  expect(entries).toHaveLength(1)
})

test('changing an item stores nothing but its event', async () => {
  const params = ofItem(await talk.incident(ann))
  await as(ann).apps.setStatus({ params, input: { status: 'done' } })

  const stream = `item:service_desk/incident/${params.id}`
  const { rowCount } = await sql.query('select from kontor.messages where stream = $1', [stream])
  expect(rowCount).toBe(0)
  expect(await eventsOf(stream)).toHaveLength(2)
})

test('messages of others are unread until the channel is read', async () => {
  await send(ann, news)
  await send(bob, news)
  expect(await unread(bob, news)).toBe(1)
  expect(await unread(eve, news)).toBe(2)

  await as(eve).messages.readChannel({ params: { id: news } })

  expect(await unread(eve, news)).toBe(0)
  expect(await unread(bob, news)).toBe(1)
  await send(ann, news)
  expect(await unread(eve, news)).toBe(1)
  expect(await unread(eve, board)).toBeUndefined()
})

test('reading what is read already is no event', async () => {
  const reads = async () =>
    (await eventsOf(`user:${bob.id}`)).filter(({ type }) => type === 'stream.read').length
  await send(ann, board)

  await as(bob).messages.readChannel({ params: { id: board } })
  await as(bob).messages.readChannel({ params: { id: board } })

  expect(await reads()).toBe(1)
})

test('messages about an item are counted and read in the same way', async () => {
  const incident = await talk.incident(ann)
  const params = ofItem(incident)
  await as(ann).messages.sendMessage({ params: incident, input: { body: 'One' } })
  const count = async () => (await as(bob).messages.activity({ params })).unread
  expect(await count()).toBe(1)

  await as(bob).messages.readObject({ params })

  expect(await count()).toBe(0)
})

test('each of my channels tells what was said last in it', async () => {
  const of = async (channel: string, by = ann) =>
    (await as(by).messages.myChannels({})).channels.find(({ id }) => id === channel)
  const { channel } = await as(ann).messages.createChannel({ input: { name: 'Fresh' } })
  expect((await of(channel.id))?.last).toBeNull()

  await send(ann, channel.id, 'First')
  const { id } = await send(bob, channel.id, `<p>Second <b>${'x'.repeat(300)}</b></p>`)

  const last = (await of(channel.id, eve))?.last
  expect(last).toMatchObject({ id, author: bob.id })
  expect(last?.text).toMatch(/^Second x{192}…$/)
})
