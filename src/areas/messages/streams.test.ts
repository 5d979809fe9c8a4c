import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { solution } from '../../../test/solution.ts'
import { startTalk } from '../../../test/talk.ts'
import { definitionId } from '../../lib/codes.ts'

const talk = await startTalk()
const { as, admin, ann, bob, eve, news, board, make, apply, sql } = talk

type User = { token: string }
const send = (by: User, channel: string, input: object = { body: 'Hello' }) =>
  as(by).messages.sendChannelMessage({ params: { channel }, input })
const write = (by: User, params: Awaited<ReturnType<typeof talk.incident>>, input: object) =>
  as(by).messages.sendMessage({ params, input })

test('a private channel is for those in it, directly or through a group, and for administrators', async () => {
  const { message } = await send(bob, board)
  const params = { channel: board, id: message.id }

  await expect(send(ann, board)).resolves.toBeDefined()
  await expect(send(admin, board)).resolves.toBeDefined()
  const client = as(eve).messages
  for (const call of [
    () => send(eve, board),
    () => client.listChannelMessages({ params, input: {} }),
    () => client.sendChannelComment({ params, input: { body: 'x' } }),
    () => client.listChannelComments({ params, input: {} }),
  ]) {
    await expect(call()).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('channel not found'),
    })
  }
})

test('who leaves the group leaves the channel', async () => {
  const dan = await make.user()
  const params = { id: definitionId('group', 'global', 'chiefs') }
  await as(admin).scheme.addGroupItems({ params, input: [dan.id] })
  await send(dan, board)

  await as(admin).scheme.removeGroupItems({ params, input: [dan.id] })

  await expect(send(dan, board)).rejects.toMatchObject({ status: 404 })
})

test('applying a channel again changes who is in it, and one that is gone is gone', async () => {
  const files = (members: string) => ({
    'channels/lab.yaml': `name: Lab\naccess: private\nmembers: ${members}\n`,
  })
  const lab = definitionId('channel', 'global', 'lab')
  await apply(solution('lab', files('[user:eve]')))
  const { message } = await send(eve, lab)

  await apply(solution('lab', files('[user:bob]')))
  await expect(send(eve, lab)).rejects.toMatchObject({ status: 404 })
  await expect(send(bob, lab)).resolves.toBeDefined()

  await apply(solution('lab'))
  await expect(send(bob, lab)).rejects.toMatchObject({ status: 404 })
  const { rows } = await sql.query('select id from kontor.messages where id = $1', [message.id])
  expect(rows).toHaveLength(1)
})

test('a member that nobody is, is told with its line', async () => {
  const files = solution('odd', {
    'channels/odd.yaml': 'name: Odd\naccess: private\nmembers:\n  - user:ann\n  - user:nobody\n',
  })

  await expect(apply(files)).rejects.toThrow('channels/odd.yaml:5:5 there is no user:nobody')
})

test('the people of the same solution may be in its channels', async () => {
  const files = solution('crew', {
    'people/users.yaml': 'users:\n  kim: {}\n',
    'channels/crew.yaml': 'name: Crew\naccess: private\nmembers: [user:kim]\n',
  })
  await apply(files)
  const { secret } = await make.token({ user: definitionId('user', 'global', 'kim') })

  await expect(
    send({ token: secret }, definitionId('channel', 'global', 'crew')),
  ).resolves.toBeDefined()
})

test('who may not read an object reads nothing of its stream, and its author does', async () => {
  const params = await talk.incident(ann)
  const { message } = await write(ann, params, { body: 'Secret' })
  const client = as(eve).messages
  const on = { ...params, id: message.id }

  for (const call of [
    () => write(eve, params, { body: 'x' }),
    () => client.listMessages({ params, input: {} }),
    () => client.sendComment({ params: on, input: { body: 'x' } }),
    () => client.listComments({ params: on, input: {} }),
    () => client.activity({ params: { ...params, id: params.target } }),
    () => client.readObject({ params: { ...params, id: params.target } }),
  ]) {
    await expect(call()).rejects.toMatchObject({ status: 404 })
  }
  await expect(write(eve, await talk.incident(eve), { body: 'Mine' })).resolves.toBeDefined()
})

test('a message belongs to its stream alone', async () => {
  const { message } = await send(ann, board)
  const params = await talk.incident(ann)
  const client = as(ann).messages
  const input = { body: 'x' }
  const elsewhere = { channel: news, id: message.id }

  for (const call of [
    () => client.sendChannelComment({ params: elsewhere, input }),
    () => client.listChannelComments({ params: elsewhere, input: {} }),
    () => client.sendComment({ params: { ...params, id: message.id }, input }),
    () => client.sendChannelComment({ params: { channel: board, id: randomUUID() }, input }),
  ]) {
    await expect(call()).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('message not found'),
    })
  }
})

test.each([
  ['an unknown channel', `/channel/${randomUUID()}/message`, 404, 'channel not found'],
  ['a channel that is no id', '/channel/news/message', 400, 'field "channel"'],
  ['an unknown item', `/feed/service_desk/incident/${randomUUID()}/message`, 404, 'item not found'],
  ['an unknown app', `/feed/service_desk/nothing/${randomUUID()}/message`, 400, 'app not found'],
  ['an item that is no id', '/feed/service_desk/incident/1/message', 400, 'field "target"'],
])('%s is told as such', async (_, path, status, text) => {
  const response = await talk.request(`/pub/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}` },
    body: '{"body":"x"}',
  })

  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: expect.stringContaining(text) })
})

test.each([
  [
    'a title of a megabyte',
    { title: 'x'.repeat(1e6) },
    'field "title": longer than 500 characters',
  ],
  [
    'a body of a megabyte',
    { body: 'x'.repeat(1e6) },
    'field "body": longer than 200000 characters',
  ],
  ['a title with NUL', { title: 'a\u0000b' }, 'field "title": text with NUL'],
  ['a mention that is no id', { body: 'x', mentions: ['ann'] }, 'field "mentions.0"'],
  ['mentions that are no list', { body: 'x', mentions: 'ann' }, 'field "mentions"'],
  ['a number for a body', { body: 7 }, 'field "body"'],
  ['a file without a hash', { files: [{ name: 'a' }] }, 'field "files.0'],
])('%s is refused by name', async (_, input, text) => {
  await expect(send(ann, news, input)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(text),
  })
})

test('mentions of nobody are all named, and nothing is stored', async () => {
  const [one, other] = [randomUUID(), randomUUID()].toSorted()
  const gone = await make.user()
  await as(admin).users.remove({ params: { id: gone.id } })
  const mentions = [bob.id, one, other, gone.id]
  const count = async () => (await sql.query('select count(*) from kontor.messages')).rows[0].count
  const before = await count()

  const call = send(ann, news, { body: 'x', mentions })

  await expect(call).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(`user not found`),
  })
  for (const id of [one, other, gone.id]) await expect(call).rejects.toThrow(id)
  expect(await count()).toBe(before)
})

test('what could run in a browser is not stored', async () => {
  const { message } = await send(ann, news, { body: '<p onclick="x()">Hi<script>x()</script></p>' })

  const { rows } = await sql.query('select body from kontor.messages where id = $1', [message.id])
  expect(message.body).toBe('<p>Hi</p>')
  expect(rows[0].body).toBe('<p>Hi</p>')
})

test('titles and words with quotes, percent signs and braces are only text', async () => {
  const title = `'); drop table kontor.messages; -- %_\\ {"a":1} $1`
  await send(ann, news, { title })

  const { result } = await as(ann).messages.listChannelMessages({
    params: { channel: news },
    input: { filter: { titleKeywords: ['%_\\', "'); drop"] } },
  })

  expect(result.result.map((each) => each.title)).toEqual([title])
})

test('an upload becomes a file of the stream; one that was never sent is refused', async () => {
  const params = await talk.incident(ann)
  const hash = await talk.upload(ann)
  const { message } = await write(ann, params, { files: [{ hash, name: 'scan.pdf' }] })
  const [file] = message.files

  const { rows } = await sql.query('select item_id, created_by from kontor.files where id = $1', [
    file?.id,
  ])
  expect(rows).toEqual([{ item_id: params.target, created_by: ann.id }])
  await expect(write(ann, params, { files: [{ hash: randomUUID(), name: 'a' }] })).rejects.toThrow(
    'field "files": there is no uploaded file',
  )
})

test('a file may be shown again where it is, by others only there', async () => {
  const { message } = await send(ann, board, {
    files: [{ hash: await talk.upload(ann), name: 'a.txt' }],
  })
  const files = message.files.map(({ id }) => id)

  expect((await send(bob, board, { files })).message.files).toEqual(message.files)
  expect((await send(ann, news, { files })).message.files).toEqual(message.files)
  await expect(send(eve, news, { files: [randomUUID()] })).rejects.toThrow('file not found')
  const secret = await send(ann, board, { files: [{ hash: await talk.upload(ann), name: 'b' }] })
  await expect(
    send(eve, news, { files: secret.message.files.map(({ id }) => id) }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('file not found') })
})

test('comments that come at once are all counted', async () => {
  const { message } = await send(ann, news)
  const params = { channel: news, id: message.id }

  await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      as(bob).messages.sendChannelComment({ params, input: { body: `${at}` } }),
    ),
  )

  const { result } = await as(ann).messages.listChannelMessages({
    params,
    input: { filter: { in: [{ field: '__id' }, { list: [message.id] }] } },
  })
  expect(result.result).toMatchObject([{ commentsCount: 10 }])
})

test('the files of a channel are for those in it', async () => {
  const { message } = await send(ann, board, {
    files: [{ hash: await talk.upload(ann), name: 'minutes.txt' }],
  })
  const params = { id: message.files[0]?.id ?? '' }

  expect((await as(bob).disk.getFile({ params })).file).toMatchObject({ name: 'minutes.txt' })
  await expect(as(eve).disk.getFile({ params })).rejects.toMatchObject({ status: 404 })
})
