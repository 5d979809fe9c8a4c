import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'

let time = Date.parse('2026-03-02T09:20:31Z')
const { as, admin, make, request } = await startApp({ now: () => new Date(time) })
const { apps, solutions, access } = as(admin)

await solutions.apply({
  input: {
    files: solution('service', {
      'workspaces/service/apps/companies.yaml': 'name: Companies\n',
      'workspaces/service/apps/requests.yaml': `name: Requests
elementName: Request
nameTemplate: "{$__index} {$subject}"
fields:
  subject: { name: Subject, type: STRING, required: true, indexed: true, searchable: true }
  urgency: { name: Urgency, type: CATEGORY, options: { low: Low, high: High } }
  company: { name: Company, type: SYS_COLLECTION, app: service/companies, indexed: true }
  assignee: { name: Assignee, type: SYS_USER }
  price: { name: Price, type: MONEY, currency: EUR, indexed: true }
  due: { name: Due, type: DATETIME }
  count: { name: Count, type: INTEGER, default: 1 }
  number: { name: Number, type: STRING, unique: true }
  solution: { name: Solution, type: STRING }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }, { id: 2, code: in_work, name: In work }, { id: 3, code: closed, name: Closed }] }
  - { code: archive, name: Archive, statuses: [{ id: 7, code: archived, name: Archived }] }
`,
    }),
  },
})

const inApp = { namespace: 'service', code: 'requests' }
const create = async (context: Record<string, unknown>) =>
  (await apps.createItem({ params: inApp, input: { context } })).item
const inItem = (id: string) => ({ ...inApp, id })

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

test('apps are listed as far as the caller may read them', async () => {
  const ann = await make.user()
  const path = `/pub/v1/app/list?query=${encodeURIComponent('{"filter":{"tf":{"namespace":"service"}}}')}`

  const answer = await request(path, { headers: { 'x-token': admin.token } })
  const forAdmin = (await answer.json()) as { result: { total: number } }
  const before = await as(ann).apps.listApps()
  await access.grant({
    input: {
      kind: 'app',
      object: 'service/requests',
      right: 'read',
      subjectKind: 'user',
      subject: ann.id,
    },
  })
  const after = await as(ann).apps.listApps()

  expect(forAdmin.result.total).toBe(2)
  expect(before.result.total).toBe(0)
  expect(after.result.result).toMatchObject([{ code: 'requests', elementName: 'Request' }])
})

test('nothing granted is nothing allowed', async () => {
  const ann = await make.user()
  const item = await create({ subject: 'Secret' })
  const params = inItem(item.__id)
  const grant = (right: string) =>
    access.grant({
      input: {
        kind: 'app',
        object: 'service/requests',
        right,
        subjectKind: 'user',
        subject: ann.id,
      },
    })

  await expect(as(ann).apps.createItem({ params: inApp, input: {} })).rejects.toMatchObject({
    status: 403,
  })
  await expect(as(ann).apps.getItem({ params })).rejects.toMatchObject({ status: 404 })
  expect((await as(ann).apps.listItems({ params: inApp })).result.total).toBe(0)
  await grant('read')
  expect((await as(ann).apps.getItem({ params })).item.__id).toBe(item.__id)
  await expect(
    as(ann).apps.updateItem({ params, input: { context: { count: 9 } } }),
  ).rejects.toMatchObject({ status: 403 })
  await grant('update')
  expect(
    (await as(ann).apps.updateItem({ params, input: { context: { count: 9 } } })).item.count,
  ).toBe(9)
})

test('authors see what they wrote where authors may, and single items can be granted', async () => {
  const bob = await make.user()
  const params = { namespace: 'service', code: 'companies' }
  const grant = (
    kind: string,
    object: string,
    right: string,
    subjectKind: 'user' | 'role',
    subject: string,
  ) => access.grant({ input: { kind, object, right, subjectKind, subject } })
  await grant('app', 'service/companies', 'create', 'user', bob.id)
  await grant('app', 'service/companies', 'read', 'role', 'author')
  const { item: own } = await as(bob).apps.createItem({ params, input: {} })
  const { item: other } = await apps.createItem({ params, input: {} })
  const { item: given } = await apps.createItem({ params, input: {} })
  await grant('item', `service/companies/${given.__id}`, 'read', 'user', bob.id)

  const { result } = await as(bob).apps.listItems({ params })

  expect(result.result.map(({ __id }) => __id).sort()).toEqual([own.__id, given.__id].sort())
  expect(result.total).toBe(2)
  await expect(
    as(bob).apps.getItem({ params: { ...params, id: other.__id } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  expect((await as(bob).apps.getItem({ params: { ...params, id: given.__id } })).item).toEqual(
    given,
  )
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
