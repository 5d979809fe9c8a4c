import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTalk } from '../../../test/talk.ts'

const talk = await startTalk()
const { as, admin, ann, bob, eve, news, board, request, eventsOf } = talk
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

/** As any other program would send it. */
async function call(
  method: string,
  path: string,
  { body, by = ann }: { body?: object; by?: { token: string } } = {},
) {
  const response = await request(`/pub/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${by.token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}
type Said = Record<string, unknown> & { id: string }
type Answer = {
  success: boolean
  error: string
  message: Said
  comment: Said
  result: { result: Said[]; total: number }
}

const send = async (channel: string, input: object, by = ann) =>
  (await as(by).messages.sendChannelMessage({ params: { channel }, input })).message
const found = async (channel: string, filter: Record<string, unknown> | []) =>
  (
    await as(ann).messages.listChannelMessages({
      params: { channel },
      input: { filter, size: 100 },
    })
  ).result.result.map(({ title }) => title)

test('channels are listed: public ones without members, private ones with everybody in them', async () => {
  const { status, body } = await call('GET', '/channel')

  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    error: '',
    result: {
      result: [
        {
          id: board,
          name: 'Board',
          description: '',
          accessType: 'private',
          members: [ann.id, bob.id].toSorted(),
          author: admin.id,
          createdAt: TIME,
          updatedAt: TIME,
        },
        expect.objectContaining({ id: news, accessType: 'public', members: [] }),
      ],
      total: 2,
    },
  })
})

test('who is not in a private channel does not see it', async () => {
  expect((await call('GET', '/channel', { by: eve })).body.result).toMatchObject({
    result: [{ id: news }],
    total: 1,
  })
  expect((await call('GET', '/channel?from=1&size=5', { by: bob })).body.result).toMatchObject({
    result: [{ id: news }],
    total: 2,
  })
})

test('a message with a file and a mention is answered, listed and commented on', async () => {
  const hash = await talk.upload(ann, 'x'.repeat(20_480))
  const posted = await call('POST', `/channel/${news}/message`, {
    body: {
      title: 'Server maintenance',
      body: 'Tonight 22:00-23:00.',
      mentions: [bob.id],
      files: [{ hash, name: 'plan.pdf', size: 20_480 }],
    },
  })
  const { id } = posted.body.message
  const message = {
    id,
    __id: id,
    channel: news,
    title: 'Server maintenance',
    body: 'Tonight 22:00-23:00.',
    author: ann.id,
    createdAt: TIME,
    updatedAt: TIME,
    files: [{ id: ID, hash, name: 'plan.pdf', size: 20_480 }],
    mentions: [bob.id],
    commentsCount: 0,
  }

  expect(posted).toEqual({ status: 200, body: { success: true, error: '', message } })

  const filter = { author: [ann.id], createdFrom: '2025-03-01T00:00:00Z', hasComments: false }
  const listed = await call('POST', `/channel/${news}/message/list`, {
    body: { filter, from: 0, size: 10 },
  })
  expect(listed.body).toEqual({
    success: true,
    error: '',
    result: { result: [message], total: 1 },
  })

  const commented = await call('POST', `/channel/${news}/message/${id}/comment`, {
    body: { body: 'Noted.', mentions: [] },
    by: bob,
  })
  const comment = {
    id: ID,
    __id: commented.body.comment.id,
    messageId: id,
    body: 'Noted.',
    author: bob.id,
    createdAt: TIME,
    updatedAt: TIME,
    files: [],
    mentions: [],
  }
  expect(commented).toEqual({ status: 200, body: { success: true, error: '', comment } })

  const page = { success: true, error: '', result: { result: [comment], total: 1 } }
  const comments = `/channel/${news}/message/${id}/comment/list`
  expect((await call('POST', comments, { body: { from: 0, size: 20 } })).body).toEqual(page)
  expect((await call('GET', `${comments}?from=0&size=20`)).body).toEqual(page)

  const query = encodeURIComponent('{"size":5}')
  const { result } = (await call('GET', `/channel/${news}/message/list?query=${query}`)).body
  expect(result).toMatchObject({ result: [{ id, commentsCount: 1 }], total: 1 })
})

test('an object has a stream of its own, in the words of its app', async () => {
  const { target } = await talk.incident(ann)
  const path = `/feed/service_desk/incident/${target}/message`
  const posted = await call('POST', path, {
    body: { title: 'Update', body: 'Priority raised to P1' },
  })
  const { id } = posted.body.message
  const message = {
    id,
    __id: id,
    target: { namespace: 'service_desk', code: 'incident', id: target },
    title: 'Update',
    body: 'Priority raised to P1',
    author: ann.id,
    createdAt: TIME,
    updatedAt: TIME,
    files: [],
    mentions: [],
    commentsCount: 0,
  }
  expect(posted).toEqual({ status: 200, body: { success: true, error: '', message } })

  const commented = await call('POST', `${path}/${id}/comment`, {
    body: { body: 'Taken into work' },
  })
  expect(commented.body.comment).toMatchObject({ messageId: id, body: 'Taken into work' })

  const listed = await call('POST', `${path}/list`, {
    body: { filter: { bodyKeywords: ['priority'] }, size: 10 },
  })
  expect(listed.body.result).toEqual({
    result: [{ ...message, commentsCount: 1, updatedAt: TIME }],
    total: 1,
  })
  const query = encodeURIComponent('{"filter":{"hasComments":true}}')
  expect((await call('GET', `${path}/list?query=${query}`)).body.result.total).toBe(1)

  const comments = await call('POST', `${path}/${id}/comment/list`, {
    body: { filter: { author: [ann.id] } },
  })
  expect(comments.body.result).toEqual({ result: [commented.body.comment], total: 1 })
  const size = encodeURIComponent('{"size":50}')
  expect((await call('GET', `${path}/${id}/comment/list?query=${size}`)).body.result.total).toBe(1)
})

test('a message of a body alone is enough, and one of nothing is refused', async () => {
  const path = `/feed/service_desk/incident/${(await talk.incident(ann)).target}/message`

  expect((await call('POST', path, { body: { body: 'On my way' } })).status).toBe(200)
  for (const body of [{}, { title: ' ', body: '\n', files: [] }, { body: '<script>x</script>' }]) {
    const { status, body: answer } = await call('POST', path, { body })
    expect(status).toBe(400)
    expect(answer.error).toContain('a title, a body or files')
  }
})

test('messages come newest first, comments oldest first, in pages', async () => {
  const params = await talk.incident(ann)
  const client = as(ann).messages
  const ids: string[] = []
  for (const body of ['one', 'two', 'three']) {
    ids.push((await client.sendMessage({ params, input: { body } })).message.id)
  }
  const [first = ''] = ids
  for (const body of ['a', 'b', 'c']) {
    await client.sendComment({ params: { ...params, id: first }, input: { body } })
  }

  const page = await client.listMessages({ params, input: { from: 1, size: 1 } })
  const total = await client.listMessages({ params, input: { size: 0 } })
  const all = await client.listMessages({ params, input: { size: -1 } })
  const past = await client.listMessages({ params, input: { from: 100 } })
  const comments = await client.listComments({ params: { ...params, id: first }, input: {} })

  expect(page.result.result.map(({ id }) => id)).toEqual([ids[1]])
  expect(total.result).toEqual({ result: [], total: 3 })
  expect(all.result.result.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(past.result).toEqual({ result: [], total: 3 })
  expect(comments.result.result.map(({ body }) => body)).toEqual(['a', 'b', 'c'])
})

test('filters: words, authors, times and files, all of them at once', async () => {
  const hash = await talk.upload(bob)
  const [file] = (
    await send(
      board,
      { title: 'Budget plan', body: 'Costs 100% more', files: [{ hash, name: 'b' }] },
      bob,
    )
  ).files
  await send(board, { title: 'Budget review', body: '<p>Costs <b>less</b> &amp; better</p>' })

  expect(await found(board, { titleKeywords: ['BUDGET', 'plan'] })).toEqual(['Budget plan'])
  expect(await found(board, { titleKeywords: ['budget'], author: [ann.id] })).toEqual([
    'Budget review',
  ])
  expect(await found(board, { author: [ann.id, bob.id] })).toHaveLength(2)
  expect(await found(board, { bodyKeywords: ['100%'] })).toEqual(['Budget plan'])
  expect(await found(board, { bodyKeywords: ['less & better'] })).toEqual(['Budget review'])
  expect(await found(board, { bodyKeywords: ['<b>'] })).toEqual([])
  expect(await found(board, { files: [file?.id, randomUUID()] })).toEqual(['Budget plan'])
  expect(await found(board, { createdTo: '2020-01-01T00:00:00Z' })).toEqual([])
  expect(await found(board, { createdFrom: '2020-01-01T00:00:00Z', createdTo: null })).toHaveLength(
    2,
  )
  expect(await found(board, { hasComments: true })).toEqual([])
  expect(await found(board, { author: [], files: [], titleKeywords: [] })).toHaveLength(2)
  expect(await found(board, [])).toHaveLength(2)
  expect(await found(board, { tf: { title: 'plan' } })).toEqual(['Budget plan'])
})

test('the second of a bound is inside it', async () => {
  const { createdAt } = await send(news, { title: 'On the dot' })

  expect(await found(news, { createdFrom: createdAt, createdTo: createdAt })).toContain(
    'On the dot',
  )
})

test('what is wrong in a filter is told by name', async () => {
  const list = (filter: object) =>
    call('POST', `/channel/${news}/message/list`, { body: { filter } })

  expect((await list({ autor: [] })).body.error).toContain('"autor"')
  expect((await list({ createdFrom: 'yesterday' })).body.error).toContain('createdAt')
  expect((await list({ author: ['nobody'] })).body.error).toContain('filter.author.0')
  expect((await list({ hasComments: 'yes' })).status).toBe(400)
})

test('each message and each comment is one event', async () => {
  const params = await talk.incident(ann)
  const { message } = await as(ann).messages.sendMessage({
    params,
    input: { title: 'T', mentions: [bob.id] },
  })
  const { comment } = await as(bob).messages.sendComment({
    params: { ...params, id: message.id },
    input: { body: 'C' },
  })

  const stream = `item:service_desk/incident/${params.target}`
  expect(await eventsOf(`message:${message.id}`)).toEqual([
    {
      type: 'message.created',
      actor: ann.id,
      data: { stream, title: 'T', mentions: [bob.id], files: [] },
    },
  ])
  expect(await eventsOf(`comment:${comment.id}`)).toEqual([
    {
      type: 'comment.created',
      actor: bob.id,
      data: { stream, message: message.id, mentions: [], files: [] },
    },
  ])
})
