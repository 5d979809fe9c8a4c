import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { address, CONTACTS, consent, ID, startMarketing, TIME } from '../../../test/marketing.ts'

const { as, admin, make, sql, client, subscriber, segment, eventsOf, revokeAll, call } =
  await startMarketing()

test('a segment is made, listed and read as the contract shows it', async () => {
  const { preference } = await client.createPreference({ input: { name: 'Webinars' } })
  const made = await call('PUT', 'segment', {
    externalId: 'ext-77',
    name: 'Spring webinar',
    preference: preference.id,
  })
  const id = made.body.id as string
  const row = {
    __id: id,
    id,
    name: 'Spring webinar',
    __name: 'Spring webinar',
    externalId: 'ext-77',
    preference: preference.id,
    type: 'static',
    subscribersCount: 0,
    __createdAt: TIME,
    __createdBy: admin.id,
    __updatedAt: TIME,
    __updatedBy: admin.id,
    __deletedAt: null,
  }

  expect(made).toEqual({ status: 200, body: { success: true, error: '', id: ID, segment: row } })
  const body = { filter: { externalId: 'ext-77' }, from: 0, size: 10 }
  expect((await call('POST', 'segment', body)).body).toEqual({
    success: true,
    error: '',
    result: { result: [row], total: 1 },
  })
  expect((await call('GET', `segment/${id}`)).body).toEqual({
    success: true,
    error: '',
    segment: row,
  })
  expect(await eventsOf(`segment:${id}`)).toMatchObject([{ type: 'marketing.segment.created' }])
})

test('subscribers are added, listed and removed as the contract shows it', async () => {
  const id = await segment()
  const [one, other] = [await subscriber('anna@example.org'), await subscriber()]

  const added = await call('PATCH', `segment/${id}/subscribers/add`, { ids: [one, other] })
  const removed = await call('PATCH', `segment/${id}/subscribers/remove`, { ids: [other] })
  const inside = await call('POST', `segment/${id}/subscribers`, { from: 0, size: 50 })
  const found = await call('POST', 'subscriber', { filter: { email: 'anna@example.org' }, size: 1 })

  expect(added).toMatchObject({ status: 200, body: { success: true, error: '', added: 2 } })
  expect(removed).toMatchObject({ status: 200, body: { success: true, error: '', removed: 1 } })
  const row = {
    __id: one,
    id: one,
    __name: 'Petrova Anna',
    name: 'Petrova Anna',
    email: 'anna@example.org',
    subscribed: true,
    preferences: [],
    source: { ...CONTACTS, id: ID },
    __createdAt: TIME,
    __updatedAt: TIME,
  }
  expect(inside.body).toEqual({ success: true, error: '', result: { result: [row], total: 1 } })
  expect(found.body).toEqual({ success: true, error: '', result: { result: [row], total: 1 } })
})

test.each([
  ['without a name', { externalId: 'x' }, 'field "name"'],
  ['with an empty name', { name: ' ' }, 'field "name"'],
  ['about what is unknown', { name: 'A', preference: randomUUID() }, 'preference not found'],
  ['about what is no id', { name: 'A', preference: 'news' }, 'field "preference"'],
  ['with a name of a megabyte', { name: 'x'.repeat(1e6) }, 'longer than 500 characters'],
])('a segment %s is refused', async (_, body, text) => {
  const { status, body: answer } = await call('PUT', 'segment', body)

  expect(status).toBe(400)
  expect(answer.error).toContain(text)
})

test('two segments have two external ids, also when they come at once', async () => {
  const externalId = randomUUID()
  const make = () => call('PUT', 'segment', { name: 'A', externalId })

  const answers = await Promise.all([make(), make(), make()])

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect(answers.find(({ status }) => status === 400)?.body.error).toContain('already exists')
})

test('each subscriber has a result, and the segment knows how many it has', async () => {
  const id = await segment()
  const [one, other] = [await subscriber(), await subscriber()]
  await client.addSubscribers({ params: { id }, input: { ids: [one] } })

  const added = await client.addSubscribers({ params: { id }, input: { ids: [one, other, one] } })
  const removed = await client.removeSubscribers({
    params: { id },
    input: { ids: [other, randomUUID()] },
  })

  expect(added).toEqual({
    added: 1,
    results: [
      { id: one, status: 'present' },
      { id: other, status: 'added' },
    ],
  })
  expect(removed).toMatchObject({
    removed: 1,
    results: [{ status: 'removed' }, { status: 'absent' }],
  })
  const { segment: after } = await client.getSegment({ params: { id } })
  expect(after.subscribersCount).toBe(1)
  expect(await eventsOf(`segment:${id}`)).toEqual([
    { type: 'marketing.segment.subscribers_removed', data: { subscribers: [other] } },
    { type: 'marketing.segment.subscribers_added', data: { subscribers: [other] } },
    { type: 'marketing.segment.subscribers_added', data: { subscribers: [one] } },
    expect.objectContaining({ type: 'marketing.segment.created' }),
  ])
})

test('an unknown subscriber stops the call, or is left out where that is wanted', async () => {
  const id = await segment()
  const [known, unknown] = [await subscriber(), randomUUID()]
  const ids = [known, unknown]

  await expect(client.addSubscribers({ params: { id }, input: { ids } })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(`subscriber not found: ${unknown}`),
  })
  expect((await client.getSegment({ params: { id } })).segment.subscribersCount).toBe(0)
  const { results } = await client.addSubscribers({
    params: { id },
    input: { ids, skipInvalid: true },
  })
  expect(results).toEqual([
    { id: known, status: 'added' },
    { id: unknown, status: 'invalid' },
  ])
})

test('nothing to add or remove is no change', async () => {
  const id = await segment()

  expect((await call('PATCH', `segment/${id}/subscribers/add`)).body).toMatchObject({ added: 0 })
  expect((await call('PATCH', `segment/${id}/subscribers/remove`, { ids: null })).status).toBe(200)
  expect(await eventsOf(`segment:${id}`)).toHaveLength(1)
})

test('a hundred thousand subscribers are added at once, and more are refused with the limit', async () => {
  const id = await segment('Everybody')
  // Making them is not what this is about: without the search index it takes a fraction.
  await sql.query('drop index kontor.marketing_subscribers_search')
  const { rows } = await sql.query(`
    insert into kontor.marketing_subscribers (id, name, email, subscribed, preferences, namespace,
      code, item_id, created_at, updated_at)
    select gen_random_uuid(), 'N', n || '@many.example', true, '{}', '_clients', '_contacts',
      gen_random_uuid(), now(), now()
    from generate_series(1, 100000) n returning id`)
  const ids: string[] = rows.map((row) => row.id)

  const { added } = await client.addSubscribers({ params: { id }, input: { ids } })
  const more = client.addSubscribers({ params: { id }, input: { ids: [...ids, randomUUID()] } })

  expect(added).toBe(100_000)
  await expect(more).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('at most 100000 subscribers at once'),
  })
  expect((await client.getSegment({ params: { id } })).segment.subscribersCount).toBe(100_000)
  const { removed } = await client.removeSubscribers({ params: { id }, input: { ids } })
  expect(removed).toBe(100_000)
})

test('those who add at once do not count anybody twice', async () => {
  const id = await segment()
  const ids = [await subscriber(), await subscriber(), await subscriber()]

  const answers = await Promise.all(
    [ids, ids.toReversed(), ids.slice(1)].map((each) =>
      client.addSubscribers({ params: { id }, input: { ids: each } }),
    ),
  )

  expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(3)
  expect((await client.getSegment({ params: { id } })).segment.subscribersCount).toBe(3)
})

test('nobody puts into a segment whom they may not see', async () => {
  const [seller, lead] = [await make.user(), { namespace: '_clients', code: '_leads' }]
  await revokeAll('workspace', '_clients')
  await revokeAll('app', '_clients/_leads')
  const context = { __name: 'A lead', _email: [{ type: 'work', email: address() }] }
  const { item } = await as(admin).apps.createItem({ params: lead, input: { context } })
  const subscribers = [{ item: item.__id }]
  const made = await client.subscribe({ input: { ...lead, consent, subscribers } })
  const ids = [made.subscribers[0]?.id ?? '']
  const params = { id: await segment() }

  const { result } = await as(seller).marketing.listSubscribers({ input: { ids } })
  const call = as(seller).marketing.addSubscribers({ params, input: { ids } })

  expect(result.total).toBe(0)
  await expect(call).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(ids[0] ?? ''),
  })
})

test('segments are for those who work with contacts, and subscribers for those who may read them', async () => {
  const [reader, stranger] = [await make.user(), await make.user()]
  const id = await segment()
  const known = await subscriber()
  await client.addSubscribers({ params: { id }, input: { ids: [known] } })
  const object = '_clients/_contacts'
  await revokeAll('workspace', '_clients')
  await revokeAll('app', object)
  const subject = { subjectKind: 'user' as const, subject: reader.id }
  await as(admin).access.grant({ input: { kind: 'app', object, right: 'read', ...subject } })
  const [reads, strange] = [as(reader).marketing, as(stranger).marketing]
  const subscribers = [{ item: randomUUID() }]

  expect((await reads.listSegmentSubscribers({ params: { id }, input: {} })).result.total).toBe(1)
  expect((await strange.listSubscribers({ input: {} })).result).toEqual({ result: [], total: 0 })
  for (const refused of [
    () => strange.listSegments({ input: {} }),
    () => strange.segments({}),
    () => strange.getSegment({ params: { id } }),
    () => strange.listSegmentSubscribers({ params: { id }, input: {} }),
    () => strange.listPreferences({}),
    () => reads.createSegment({ input: { name: 'A' } }),
    () => reads.addSubscribers({ params: { id }, input: { ids: [] } }),
    () => reads.removeSubscribers({ params: { id }, input: { ids: [known] } }),
    () => reads.subscribe({ input: { consent, subscribers } }),
    () => reads.unsubscribe({ params: { id: known }, input: consent }),
    () => reads.createPreference({ input: { name: 'Mine' } }),
  ]) {
    await expect(refused()).rejects.toMatchObject({ status: 403 })
  }
  const hidden = strange.listConsents({ params: { id: known } })
  await expect(hidden).rejects.toMatchObject({ status: 404 })
})

test('segments are found by a part of their name, the newest first', async () => {
  const [first, second] = [await segment('Harbour 100% one'), await segment('Harbour 100% two')]
  await segment('Harbour 1000')
  await client.addSubscribers({ params: { id: second }, input: { ids: [await subscriber()] } })

  const { segments, total } = await client.segments({ input: { q: 'harbour 100%' } })

  expect(segments.map(({ id, subscribers }) => [id, subscribers])).toEqual([
    [second, 1],
    [first, 0],
  ])
  expect(segments[0]).toMatchObject({ name: 'Harbour 100% two', kind: 'static' })
  expect(total).toBe(2)
  const page = await client.segments({ input: { q: 'harbour', from: 1, size: 1 } })
  expect([page.segments.map(({ id }) => id), page.total]).toEqual([[second], 3])
})
