import { expect, test } from 'vitest'
import { startRequests } from '../../../test/requests.ts'

let time = Date.parse('2026-03-02T09:20:31Z')
const { admin, apps, as, create, inApp, inItem, request } = await startRequests({
  now: () => new Date(time),
})

test('an item is created whole, as clients expect it', async () => {
  const { item: company } = await apps.createItem({
    params: { namespace: 'service', code: 'companies' },
    input: { context: { __name: 'Acme' } },
  })

  const item = await create({
    subject: 'Printer jam',
    urgency: [{ code: 'low' }],
    company: [company.__id],
    price: { cents: 1250, currency: 'EUR' },
    unknown_field: 'ignored',
  })

  expect(item).toEqual({
    __id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    __index: expect.any(Number),
    __name: `${item.__index} Printer jam`,
    __createdAt: '2026-03-02T09:20:31Z',
    __createdBy: admin.id,
    __updatedAt: '2026-03-02T09:20:31Z',
    __updatedBy: admin.id,
    __deletedAt: null,
    __version: 1772443231,
    __status: { order: 0, status: 1 },
    __statusChangedAt: null,
    __directory: null,
    __subscribers: [admin.id],
    __externalId: null,
    __externalProcessMeta: null,
    __debug: false,
    __tasks: null,
    __tasks_performers: null,
    __tasks_earliest_duedate: null,
    subject: 'Printer jam',
    urgency: [{ code: 'low', name: 'Low' }],
    company: [company.__id],
    assignee: null,
    price: { cents: 1250, currency: 'EUR' },
    due: null,
    count: 1,
    number: null,
    solution: null,
  })
})

test('an item is read as it was stored, by GET and by POST with any empty body', async () => {
  const item = await create({ subject: 'Read me' })
  const path = `/pub/v1/app/service/requests/${item.__id}/get`
  const headers = { 'x-token': admin.token }

  const read = await Promise.all([
    request(path, { headers }),
    ...['', '{}', '[]'].map((body) => request(path, { method: 'POST', headers, body })),
  ])

  for (const response of read) {
    expect(await response.json()).toEqual({ success: true, error: '', item })
  }
})

test('only the given fields change, and null clears', async () => {
  const item = await create({ subject: 'Change me', urgency: [{ code: 'low' }], count: 5 })
  time += 60_000

  const { item: changed } = await apps.updateItem({
    params: inItem(item.__id),
    input: { context: { solution: 'Roller replaced', urgency: null } },
  })

  expect(changed).toEqual({
    ...item,
    urgency: null,
    solution: 'Roller replaced',
    __updatedAt: '2026-03-02T09:21:31Z',
    __version: Math.floor(time / 1000),
  })
})

test('the name follows the fields of its template', async () => {
  const item = await create({ subject: 'Before' })

  const { item: changed } = await apps.updateItem({
    params: inItem(item.__id),
    input: { context: { subject: 'After', __name: 'ignored' } },
  })

  expect(changed.__name).toBe(`${item.__index} After`)
})

test('an app without a template takes the given name, or the kind with its number', async () => {
  const params = { namespace: 'service', code: 'companies' }

  const { item: named } = await apps.createItem({
    params,
    input: { context: { __name: 'Umbrella' } },
  })
  const { item: nameless } = await apps.createItem({ params, input: {} })

  expect(named.__name).toBe('Umbrella')
  expect(nameless.__name).toBe(`Companies ${nameless.__index}`)
})

test('a whole item posted back changes nothing that the server owns', async () => {
  const item = await create({ subject: 'Echo' })
  const zero = '0001-01-01T00:00:00Z'

  const { item: changed } = await apps.updateItem({
    params: inItem(item.__id),
    input: {
      context: {
        ...item,
        __status: {},
        __createdAt: zero,
        __deletedAt: zero,
        __createdBy: '',
        __id: '',
      },
    },
  })

  expect(changed).toEqual({
    ...item,
    __version: expect.any(Number),
    __updatedAt: expect.any(String),
  })
  expect(changed.__deletedAt).toBeNull()
})

test('a required field must have a value', async () => {
  for (const context of [{}, { subject: null }, { subject: '' }]) {
    await expect(create(context)).rejects.toMatchObject({
      status: 400,
      message: 'field "subject": a value is required',
    })
  }
})

test('every wrong value is named with what was expected', async () => {
  const call = create({ subject: 5, company: 'text', count: 'many' })

  await expect(call).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'subject' }, { path: 'company' }, { path: 'count' }],
  })
})

test('a link must lead somewhere', async () => {
  const nowhere = '01959a00-1111-7aaa-8bbb-000000000001'

  await expect(create({ subject: 'x', company: [nowhere] })).rejects.toMatchObject({
    status: 400,
    message: `field "company": there is no item of service/companies with id ${nowhere}`,
  })
  await expect(create({ subject: 'x', assignee: [nowhere] })).rejects.toMatchObject({
    message: `field "assignee": there is no user with id ${nowhere}`,
  })
})

test('a unique value is taken once', async () => {
  await create({ subject: 'First', number: 'A-1' })

  await expect(create({ subject: 'Second', number: 'A-1' })).rejects.toMatchObject({
    status: 400,
    message: 'field "number": another item has this value',
  })
})

test('a given id and external id are kept, and taken once', async () => {
  const context = {
    subject: 'Mine',
    __id: '0195cccc-0000-7000-8000-000000000001',
    __externalId: 'erp-1',
  }
  const item = await create(context)

  expect(item).toMatchObject({ __id: context.__id, __externalId: 'erp-1' })
  await expect(create(context)).rejects.toMatchObject({ status: 400, message: /"__id"/ })
  await expect(create({ ...context, __id: '' })).rejects.toMatchObject({
    message: /"__externalId"/,
  })
})

test('a taken id is told the same way when there are links to check beside it', async () => {
  const { item: company } = await apps.createItem({
    params: { namespace: 'service', code: 'companies' },
    input: { context: { __name: 'Linked' } },
  })
  const taken = { subject: 'Mine', __id: (await create({ subject: 'First' })).__id }
  const refusal = (context: Record<string, unknown>) =>
    create(context).then(
      () => undefined,
      ({ status, message }) => ({ status, message }),
    )

  const plain = await refusal(taken)
  expect(plain).toMatchObject({ message: expect.stringContaining('"__id"') })
  expect(await refusal({ ...taken, company: [company.__id] })).toEqual(plain)
  expect(await refusal({ ...taken, assignee: [admin.id] })).toEqual(plain)
})

test('a status is set by its code, in both forms', async () => {
  const item = await create({ subject: 'Status' })
  const params = inItem(item.__id)

  const first = await apps.setStatus({ params, input: { status: { code: 'in_work' } } })
  const second = await apps.setStatus({ params, input: { status: 'closed' } })

  expect(first.item.__status).toEqual({ order: 0, status: 2 })
  expect(second.item).toMatchObject({
    __status: { order: 0, status: 3 },
    __statusChangedAt: expect.stringMatching(/^2026-/),
  })
  await expect(apps.setStatus({ params, input: { status: 'closedd' } })).rejects.toMatchObject({
    status: 400,
    message: /unknown status code: closedd/,
  })
})

test('an item may start in the first status of another group', async () => {
  const { groupItems } = await apps.statusSettings({ params: inApp })
  const archive = groupItems.find(({ code }) => code === 'archive')

  const { item } = await apps.createItem({
    params: inApp,
    input: { context: { subject: 'Old' }, statusGroupId: archive?.id ?? '' },
  })

  expect(item.__status).toEqual({ order: 0, status: 7 })
})

test('the statuses of an app stand at the top of the answer', async () => {
  const { statusItems, groupItems } = await apps.statusSettings({ params: inApp })
  const none = await apps.statusSettings({ params: { namespace: 'service', code: 'companies' } })

  expect(statusItems.map(({ id, code }) => [id, code])).toEqual([
    [1, 'new'],
    [2, 'in_work'],
    [3, 'closed'],
    [7, 'archived'],
  ])
  expect(statusItems[0]?.groupId).toBe(groupItems[0]?.id)
  expect(none).toEqual({ groupItems: [], statusItems: [] })
})

test('an unknown app is told as such, an unknown item is not found', async () => {
  const params = { namespace: 'service', code: 'nothing' }

  await expect(apps.createItem({ params, input: {} })).rejects.toMatchObject({ status: 400 })
  await expect(apps.listItems({ params })).rejects.toMatchObject({ message: /not found/ })
  await expect(apps.getItem({ params: inItem(admin.id) })).rejects.toMatchObject({ status: 404 })
})

test('If-Match refuses to change what somebody else has changed', async () => {
  const { item, $headers } = await apps.createItem({
    params: inApp,
    input: { context: { subject: 'Once' } },
  })
  const params = inItem(item.__id)
  const headers = { 'if-match': $headers.get('etag') ?? '' }
  await apps.updateItem({ params, input: { context: { solution: 'a' } }, headers })

  const call = apps.updateItem({ params, input: { context: { solution: 'b' } }, headers })

  await expect(call).rejects.toMatchObject({ status: 412 })
})

test('every change has one event with what changed', async () => {
  const item = await create({ subject: 'Eventful', count: 2 })
  await apps.updateItem({ params: inItem(item.__id), input: { context: { count: 3 } } })
  await apps.setStatus({ params: inItem(item.__id), input: { status: 'closed' } })
  await apps.setStatus({ params: inItem(item.__id), input: { status: 'closed' } })

  const { entries } = await as(admin).audit.list({
    input: { object: `item:service/requests/${item.__id}` },
  })

  expect(entries.map(({ type, data }) => [type, data])).toEqual([
    [
      'app.item.status_changed',
      {
        before: { __status: { order: 0, status: 1 } },
        after: { __status: { order: 0, status: 3 } },
      },
    ],
    ['app.item.updated', { before: { count: 2 }, after: { count: 3 } }],
    ['app.item.created', { after: { subject: 'Eventful', count: 2 }, withHandlers: false }],
  ])
})

test('a list takes status codes, filters, sorts and pages', async () => {
  await create({ subject: 'Listed 1', price: { cents: 300 } })
  await create({ subject: 'Listed 2', price: { cents: 100 } })
  const closed = await create({ subject: 'Listed 3', price: { cents: 200 } })
  await apps.setStatus({ params: inItem(closed.__id), input: { status: 'closed' } })
  const filter = { tf: { subject: 'listed' } }

  const all = await apps.listItems({
    params: inApp,
    input: { filter, sortExpressions: [{ field: 'price', ascending: true }] },
  })
  const open = await apps.listItems({
    params: inApp,
    input: { filter, statusCode: ['new'], size: 1, fields: { subject: true } },
  })
  const total = await apps.listItems({ params: inApp, input: { filter, size: 0 } })

  expect(all.result.result.map(({ subject }) => subject)).toEqual([
    'Listed 2',
    'Listed 3',
    'Listed 1',
  ])
  expect(open.result).toEqual({
    result: [{ __id: expect.any(String), subject: 'Listed 1' }],
    total: 2,
  })
  expect(total.result).toEqual({ result: [], total: 3 })
})

test('a context whose names are all unknown is a mistake, not an empty item', async () => {
  const item = await create({ subject: 'Known' })
  const wrong = { context: { sbject: 'Typo', title: 'Other' } }

  const refused = {
    status: 400,
    details: [
      { path: 'sbject', message: 'there is no such field, did you mean "subject"?' },
      { path: 'title', message: 'there is no such field' },
    ],
  }
  await expect(apps.createItem({ params: inApp, input: wrong })).rejects.toMatchObject(refused)
  const update = apps.updateItem({ params: inItem(item.__id), input: wrong })
  await expect(update).rejects.toMatchObject(refused)
  const some = { context: { sbject: 'Typo', subject: 'Known too' } }
  const { item: updated } = await apps.updateItem({ params: inItem(item.__id), input: some })
  expect(updated.subject).toBe('Known too')
})
