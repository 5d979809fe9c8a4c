import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { startApp } from './app.ts'
import { assistantsAt, type Era } from './assistants.ts'
import { inherited } from './environment.ts'
import { solution } from './solution.ts'

const { as, admin, make, request, address } = await startApp()
const files = solution('sales', {
  'workspaces/sales/apps/orders.yaml': `name: Orders
fields:
  amount: { name: Amount, type: INTEGER }
  city: { name: City, type: STRING, searchable: true }
statuses:
  - code: main
    name: Main
    statuses: [{ id: 1, code: new, name: New }, { id: 2, code: done, name: Done }]
`,
})
await as(admin).solutions.apply({ input: { files } })
const place = { namespace: 'sales', code: 'orders' }
const { connect, use, keep } = assistantsAt(address, admin.token)

describe.each<Era>(['auto', 'legacy'])('a client of the era %s', (era) => {
  test('finds, creates, changes, counts and deletes as its user', async () => {
    const client = await connect({ era })
    const city = `Oslo ${newId()}`
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(13)

    const described = await use(client, 'kontor_describe', { path: 'sales/orders' })
    expect(described.data.fields.map(({ code }: { code: string }) => code)).toContain('amount')
    const tried = await use(client, 'kontor_create_items', {
      app: 'sales/orders',
      items: [{ __name: 'A', amount: 5, city }],
      dryRun: true,
    })
    expect(tried.data.dryRun).toBe('nothing was stored')
    const where = { city }
    const list = { source: 'items', app: 'sales/orders', where, fields: ['amount'] }
    expect((await use(client, 'kontor_list', list)).data.total).toBe(0)

    const key = newId()
    const create = {
      app: 'sales/orders',
      items: [
        { __name: 'A', amount: 5, city },
        { __name: 'B', amount: 7, city },
      ],
      idempotencyKey: key,
    }
    await use(client, 'kontor_create_items', create)
    await use(client, 'kontor_create_items', create)
    const listed = await use(client, 'kontor_list', {
      ...list,
      limit: 1,
      sort: [{ field: 'amount' }],
    })
    expect(listed.data).toMatchObject({ total: 2, nextCursor: '1', rows: [{ amount: 5 }] })
    const [{ __id: id, __version: version }] = listed.data.rows
    const grouped = { ...list, groupBy: '__status', sum: 'amount' }
    expect((await use(client, 'kontor_list', grouped)).data.rows).toMatchObject([
      { count: 2, sum: 12 },
    ])

    const changes = [
      { id, version, values: { amount: 6 }, status: 'done' },
      { id, version, values: { amount: 8 } },
      { id: newId(), values: { amount: 8 } },
    ]
    const changed = await use(client, 'kontor_update_items', { app: 'sales/orders', changes })
    expect(changed.data).toMatchObject({ done: [{ id }], refused: [{ id }, {}] })
    const got = await use(client, 'kontor_get', {
      kind: 'item',
      app: 'sales/orders',
      id,
      history: true,
    })
    expect(got.data).toMatchObject({ item: { amount: 6 }, history: [{}, {}, {}] })
    await use(client, 'kontor_comment', { kind: 'item', app: 'sales/orders', id, text: 'Hello' })

    const found = await use(client, 'kontor_search', { query: 'Orders', kinds: ['app'] })
    expect(found.data.rows).toMatchObject([place])

    const deletion = { app: 'sales/orders', ids: [id] }
    const asked = await use(client, 'kontor_delete_items', deletion)
    expect(asked).toMatchObject({ isError: true, text: expect.stringContaining('"confirm": true') })
    await use(client, 'kontor_delete_items', { ...deletion, confirm: true })
    expect((await use(client, 'kontor_list', list)).data.total).toBe(1)
  })

  test('a task is read with its exits, and completed', async () => {
    const ann = await make.user()
    const { id } = await as(admin).tasks.create({ input: { name: 'Call them', performer: ann.id } })
    const client = await connect({ era, token: ann.token })

    const got = await use(client, 'kontor_get', { kind: 'task', id })
    await use(client, 'kontor_complete_task', { task: id, comment: 'Done' })

    expect(got.data.task.__name).toBe('Call them')
    const { data } = await as(ann).tasks.get({ params: { id } })
    expect(data.state).not.toBe('assignment')
  })

  test('what the user may not do is refused, and says so', async () => {
    const stranger = await make.user()
    const narrow = await make.token({ user: admin.id, scopes: ['*:read'] })
    const create = { app: 'sales/orders', items: [{ __name: 'X' }] }

    const theirs = await use(
      await connect({ era, token: stranger.token }),
      'kontor_create_items',
      create,
    )
    const read = await use(
      await connect({ era, token: narrow.secret }),
      'kontor_create_items',
      create,
    )

    expect(theirs.isError).toBe(true)
    expect(read).toMatchObject({ isError: true, text: expect.stringContaining('apps:write') })
  })
})

test('a client that can ask its person is asked through the protocol', async () => {
  const { item } = await as(admin).apps.createItem({
    params: place,
    input: { context: { __name: 'X' } },
  })
  const deletion = { app: 'sales/orders', ids: [item.__id] }
  const read = () => as(admin).apps.getItem({ params: { ...place, id: item.__id } })

  await use(await connect({ answers: false }), 'kontor_delete_items', deletion).catch(
    () => undefined,
  )
  expect((await read()).item.__deletedAt).toBeNull()
  await use(await connect({ answers: true }), 'kontor_delete_items', deletion)
  expect((await read()).item.__deletedAt).not.toBeNull()
})

test('unknown arguments and fields are errors that name the nearest', async () => {
  const client = await connect()
  const wrong: [string, object, string][] = [
    ['kontor_list', { source: 'items', app: 'sales/orders', wher: {} }, 'did you mean "where"'],
    [
      'kontor_list',
      { source: 'items', app: 'sales/orders', where: { amont: 1 } },
      'did you mean "amount"',
    ],
    ['kontor_list', { source: 'items' }, '"app" is missing'],
    ['kontor_create_items', { app: 'sales/orders', items: [{ cty: 'x' }] }, 'did you mean "city"'],
    ['kontor_get', { kind: 'item', id: 'x', app: 'sales/orders' }, 'id'],
    ['kontor_list', { source: 'items', app: 'nope/nope' }, 'not found'],
  ]

  for (const [name, args, text] of wrong) {
    const answer = await use(client, name, args)
    expect([name, answer.isError, answer.text]).toEqual([name, true, expect.stringContaining(text)])
  }
})

test('what is listed stays small', async () => {
  const client = await connect()
  const { tools } = await client.listTools()

  expect(JSON.stringify(tools).length).toBeLessThan(12 * 1024)
  expect(client.getInstructions()?.length).toBeLessThan(1536)
  for (const { annotations } of tools) expect(Object.keys(annotations ?? {})).toHaveLength(4)
})

test('a long list is cut where a host would refuse it, and goes on', async () => {
  const city = newId()
  const items = Array.from({ length: 100 }, () => ({
    ...place,
    context: { __name: 'x'.repeat(900), city },
  }))
  await as(admin).apps.createItems({ input: { items } })
  const client = await connect()
  const list = { source: 'items', app: 'sales/orders', where: { city }, limit: 100 }
  const ids = new Set<string>()

  for (let cursor: string | undefined, pages = 0; pages < 20; pages++) {
    const { data, text } = await use(client, 'kontor_list', { ...list, ...(cursor && { cursor }) })
    expect(text.length).toBeLessThan(34_000)
    for (const { __id } of data.rows) ids.add(__id)
    cursor = data.nextCursor
    if (cursor === undefined) break
  }

  expect(ids.size).toBe(100)
})

test('without a token, with a wrong one or from another site there is nothing', async () => {
  const call = (headers: Record<string, string>, body = '{}') =>
    request('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  const authorization = `Bearer ${admin.token}`

  const none = await call({})
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer resource_metadata="${address}/.well-known/oauth-protected-resource/mcp", scope="*:read *:write"`,
  ])
  expect((await call({ authorization: `Bearer ${newId()}` })).status).toBe(401)
  expect((await call({ authorization, origin: 'https://evil.example' })).status).toBe(403)
  const own = await call({ authorization, origin: address })
  expect(own.status).not.toBe(403)
  const broken = await call({ authorization }, '{')
  expect([broken.status, await broken.json()]).toMatchObject([400, { error: { code: -32_700 } }])
  expect((await request('/mcp', { headers: { authorization } })).status).toBe(405)
})

test('a dry run stores nothing, also with a key, and says so', async () => {
  const name = newId()
  const headers = {
    authorization: `Bearer ${admin.token}`,
    'kontor-dry-run': 'true',
    'idempotency-key': name,
  }
  const create = () =>
    request('/pub/v1/app/sales/orders/create', {
      method: 'POST',
      headers,
      body: JSON.stringify({ context: { __name: name } }),
    })

  const [first, second] = [await create(), await create()]

  expect([first.status, first.headers.get('kontor-dry-run')]).toEqual([200, 'true'])
  expect(second.headers.get('idempotency-replayed')).toBeNull()
  const filter = { tf: { __name: name } }
  const { result } = await as(admin).apps.listItems({ params: place, input: { filter } })
  expect(result.total).toBe(0)
  const unclear = { ...headers, 'kontor-dry-run': 'yes' }
  const body = JSON.stringify({ context: { __name: name } })
  const other = await request('/pub/v1/app/sales/orders/create', {
    method: 'POST',
    headers: unclear,
    body,
  })
  expect(other.status).toBe(400)
  const form = new FormData()
  form.set('file', new Blob(['x']), 'x.txt')
  const { 'idempotency-key': _, ...tried } = headers
  const file = await request('/pub/v1/disk/file/upload', {
    method: 'POST',
    headers: tried,
    body: form,
  })
  expect(file.status).toBe(400)
  const upload = await request('/manage/v1/session', {
    method: 'POST',
    headers,
    body: '{"login":"a","password":"b"}',
  })
  expect(upload.status).toBe(400)
})

test('kontor mcp serves the same over standard input and output', async () => {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  )
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['bin/kontor', 'mcp', '--url', address, '--read-only'],
      env: { ...inherited, KONTOR_TOKEN: admin.token } as Record<string, string>,
    }),
  )
  keep(client)

  const { tools } = await client.listTools()
  const listed = await use(client, 'kontor_list', {
    source: 'items',
    app: 'sales/orders',
    limit: 1,
  })

  expect(tools.map(({ name }) => name)).toEqual([
    'kontor_search',
    'kontor_describe',
    'kontor_list',
    'kontor_get',
    'kontor_messages',
    'kontor_files',
  ])
  expect(listed.data.total).toBeGreaterThan(0)
})
