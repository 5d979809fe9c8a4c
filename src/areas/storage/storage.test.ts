import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { newId } from '../../lib/ids.ts'
import { readEvents, START, type StoredEvent } from '../../platform/events.ts'
import { sweepExpired } from './service.ts'

let time = Date.parse('2026-03-02T09:00:00Z')
const { as, admin, make, app, anonymous, request } = await startApp({ now: () => new Date(time) })
const client = as(admin).storage
await as(admin).solutions.apply({
  input: {
    files: solution('sales', {
      'workspaces/sales/apps/orders.yaml': 'name: Orders\n',
      'modules/bridge.yaml': 'name: Bridge\n',
      'workspaces/listed/workspace.yaml': 'name: Listed\n',
      'workspaces/elsewhere/workspace.yaml': 'name: Elsewhere\n',
      'workspaces/expiring/workspace.yaml': 'name: Expiring\n',
    }),
  },
})

test('a saved string is read back', async () => {
  const params = { namespace: 'sales', code: 'orders', key: 'sync_cursor' }
  await client.saveApp({ params, input: { data: '{"page":7}' } })

  const { data } = await client.getApp({ params })

  expect(data).toBe('{"page":7}')
})

test('the three scopes are key spaces of their own', async () => {
  await client.saveSystem({ params: { key: 'theme' }, input: { data: 'system' } })
  await client.saveWorkspace({
    params: { namespace: 'sales', key: 'theme' },
    input: { data: 'workspace' },
  })
  await client.saveApp({
    params: { namespace: 'sales', code: 'orders', key: 'theme' },
    input: { data: 'app' },
  })

  const read = await Promise.all([
    client.getSystem({ params: { key: 'theme' } }),
    client.getWorkspace({ params: { namespace: 'sales', key: 'theme' } }),
    client.getApp({ params: { namespace: 'sales', code: 'orders', key: 'theme' } }),
  ])

  expect(read.map(({ data }) => data)).toEqual(['system', 'workspace', 'app'])
})

test('a module is one key space, by its code, its id and its namespace', async () => {
  const { result } = (await as(admin).scheme.listModules({})).result
  const { code = '', __id = '', namespace = '' } = result[0] ?? {}
  await client.saveWorkspace({ params: { namespace: code, key: 'url' }, input: { data: 'x' } })

  const read = [__id, namespace].map((each) =>
    client.getWorkspace({ params: { namespace: each, key: 'url' } }),
  )

  expect((await Promise.all(read)).map(({ data }) => data)).toEqual(['x', 'x'])
})

test.each(['sale', newId()])('%s is no workspace and no module', async (namespace) => {
  const call = client.saveWorkspace({ params: { namespace, key: 'k' }, input: { data: 'x' } })

  await expect(call).rejects.toMatchObject({ status: 400 })
  await expect(call).rejects.toThrow(`workspace or module not found: ${namespace}`)
})

test('an unknown app has no storage', async () => {
  const params = { namespace: 'sales', code: 'order', key: 'k' }

  const call = client.getApp({ params })

  await expect(call).rejects.toMatchObject({ status: 400 })
  await expect(call).rejects.toThrow('app not found: sales/order')
})

test('saving again overwrites', async () => {
  const params = { key: 'again' }
  await client.saveSystem({ params, input: { data: 'one' } })
  await client.saveSystem({ params, input: { data: 'two' } })

  expect((await client.getSystem({ params })).data).toBe('two')
})

test('an absent value is the empty string', async () => {
  await client.saveSystem({ params: { key: 'empty' } })

  expect((await client.getSystem({ params: { key: 'empty' } })).data).toBe('')
})

test('a key may be any text', async () => {
  const params = { key: 'ключ / with %2F, "quotes" & spaces' }
  await client.saveSystem({ params, input: { data: 'x' } })

  expect((await client.getSystem({ params })).data).toBe('x')
})

test('an absent key is not found', async () => {
  const call = client.getSystem({ params: { key: 'nothing' } })

  await expect(call).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(call).rejects.toThrow('not found')
})

test('deleting removes, and deleting again is no error', async () => {
  const params = { key: 'short-lived' }
  await client.saveSystem({ params, input: { data: 'x' } })

  await client.deleteSystem({ params })
  await client.deleteSystem({ params })

  await expect(client.getSystem({ params })).rejects.toMatchObject({ status: 404 })
})

test('only administrators use the storage', async () => {
  const ann = await make.user()
  const params = { key: 'secret' }

  const { saveSystem, getSystem, deleteSystem } = as(ann).storage
  const calls = [
    () => saveSystem({ params, input: { data: 'x' } }),
    () => getSystem({ params }),
    () => deleteSystem({ params }),
  ]

  for (const call of calls) {
    await expect(call()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  }
  await expect(anonymous.storage.getSystem({ params })).rejects.toMatchObject({ status: 401 })
})

test('only text is stored', async () => {
  const input = { data: { page: 7 } } as unknown as { data: string }

  const call = client.saveSystem({ params: { key: 'typed' }, input })

  await expect(call).rejects.toMatchObject({ status: 400, details: [{ path: 'data' }] })
})

test('a value of 1 MiB fits, one byte more does not', async () => {
  const params = { key: 'large' }
  await client.saveSystem({ params, input: { data: 'x'.repeat(1024 ** 2) } })

  const call = client.saveSystem({ params, input: { data: 'x'.repeat(1024 ** 2 + 1) } })

  await expect(call).rejects.toMatchObject({ status: 400 })
})

test('NUL and lone surrogates are refused', async () => {
  for (const data of ['a\u0000b', '\ud800']) {
    const call = client.saveSystem({ params: { key: 'odd' }, input: { data } })
    await expect(call).rejects.toMatchObject({ status: 400 })
  }
})

test('a key longer than 255 characters is refused', async () => {
  const call = client.saveSystem({ params: { key: 'k'.repeat(256) }, input: { data: 'x' } })

  await expect(call).rejects.toMatchObject({ status: 400 })
})

test('If-Match saves only what nobody changed in the meantime', async () => {
  const params = { key: 'counter' }
  const { $headers } = await client.saveSystem({ params, input: { data: '1' } })
  const etag = $headers.get('etag') ?? ''
  await client.saveSystem({ params, input: { data: '2' }, headers: { 'if-match': etag } })

  const call = client.saveSystem({ params, input: { data: '3' }, headers: { 'if-match': etag } })

  await expect(call).rejects.toMatchObject({ status: 412 })
  expect((await client.getSystem({ params })).data).toBe('2')
})

test('of many that compare and set at once exactly one wins', async () => {
  const params = { key: 'race' }
  const { $headers } = await client.saveSystem({ params, input: { data: '0' } })
  const headers = { 'if-match': $headers.get('etag') ?? '' }

  const calls = Array.from({ length: 16 }, (_, at) =>
    client.saveSystem({ params, input: { data: String(at + 1) }, headers }),
  )
  const settled = await Promise.allSettled(calls)

  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('of many that create only if absent exactly one wins', async () => {
  const calls = Array.from({ length: 16 }, () =>
    client.saveSystem({
      params: { key: 'first' },
      input: { data: 'x' },
      headers: { 'if-none-match': '*' },
    }),
  )
  const settled = await Promise.allSettled(calls)

  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an entry made anew does not have the ETag of the old one', async () => {
  const params = { key: 'reborn' }
  const first = await client.saveSystem({ params, input: { data: 'x' } })
  await client.deleteSystem({ params })
  time += 1
  const second = await client.saveSystem({ params, input: { data: 'x' } })

  expect(second.$headers.get('etag')).not.toBe(first.$headers.get('etag'))
})

test('an entry with a time to live is gone afterwards', async () => {
  const params = { key: 'ttl' }
  await client.saveSystem({ params, input: { data: 'x' }, headers: { 'kontor-ttl': 60 } })
  expect((await client.getSystem({ params })).data).toBe('x')

  time += 61_000

  await expect(client.getSystem({ params })).rejects.toMatchObject({ status: 404 })
})

/** A reader stops at the position of a transaction that was rolled back, and goes on behind it. */
async function allEvents() {
  const events: StoredEvent[] = []
  for (let cursor = START; ; ) {
    const batch = await readEvents(app.platform.db, cursor, 1000)
    events.push(...batch.events)
    cursor = batch.cursor
    if (batch.events.length === 0 && !batch.isWaiting && !cursor.waiting) return events
  }
}

test('the sweep deletes what has expired and nothing else', async () => {
  const keep = { key: 'keep' }
  const lose = { key: 'lose' }
  await client.saveSystem({ params: keep, input: { data: 'x' }, headers: { 'kontor-ttl': 3600 } })
  await client.saveSystem({ params: lose, input: { data: 'x' }, headers: { 'kontor-ttl': 10 } })
  time += 11_000

  await sweepExpired({ write: make.asSystem, now: () => new Date(time), log: app.platform.log })

  expect((await client.getSystem({ params: keep })).data).toBe('x')
  const expired = (await allEvents()).filter(({ type }) => type === 'storage.entry.expired')
  expect(expired.map(({ data }) => data.key)).toContain('lose')
  expect(expired.map(({ data }) => data.key)).not.toContain('keep')
})

test('every change has exactly one event, and a delete of nothing has none', async () => {
  const params = { namespace: 'sales', key: 'one' }
  await client.saveWorkspace({ params, input: { data: 'x' } })
  await client.saveWorkspace({ params, input: { data: 'y' } })
  await client.deleteWorkspace({ params })
  await client.deleteWorkspace({ params })

  const { entries } = await as(admin).audit.list({ input: { object: 'storage:sales/one' } })

  expect(entries.map(({ type, data }) => [type, data.version])).toEqual([
    ['storage.entry.deleted', 2],
    ['storage.entry.saved', 2],
    ['storage.entry.saved', 1],
  ])
  expect(entries.every(({ actor }) => actor === admin.id)).toBe(true)
})

test('clients may send JSON under any content type, or an empty body', async () => {
  const path = '/pub/v1/storage/system/plain'
  const headers = { 'x-token': admin.token }
  const bodies: [string | undefined, string][] = [
    ['application/json', '{"data":"a"}'],
    ['text/plain;charset=utf-8', '{"data":"a"}'],
    ['application/x-www-form-urlencoded', '{"data":"a"}'],
    ['nonsense', '{"data":"a"}'],
    [undefined, '[]'],
    [undefined, ''],
  ]
  for (const [type, body] of bodies) {
    const response = await request(path, {
      method: 'POST',
      headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
      body: Buffer.from(body),
    })
    expect(await response.json()).toEqual({ success: true, error: '' })
    expect(response.status).toBe(200)
  }
})

test('entries are listed by place and by how their keys begin', async () => {
  const save = (namespace: string, key: string, data: string) =>
    client.saveWorkspace({ params: { namespace, key }, input: { data } })
  await save('listed', 'b_two', 'ключ')
  await save('listed', 'b_one', 'x')
  await save('listed', 'a', 'x')
  await save('elsewhere', 'b_one', 'x')
  const list = async (input: object) => {
    const { entries, total } = await client.entries({ input })
    return { keys: entries.map(({ place, key }) => `${place}: ${key}`), total }
  }

  expect(await list({ place: 'listed' })).toEqual({
    keys: ['listed: a', 'listed: b_one', 'listed: b_two'],
    total: 3,
  })
  expect(await list({ place: 'listed', prefix: 'b_', from: 1, size: 1 })).toEqual({
    keys: ['listed: b_two'],
    total: 2,
  })
  expect((await list({ prefix: 'b_o' })).keys).toEqual(['elsewhere: b_one', 'listed: b_one'])
  const { entries } = await client.entries({ input: { place: 'listed', prefix: 'b_two' } })
  expect(entries[0]).toMatchObject({ size: 8, version: 1, expiresAt: null })
})

test('what has expired is not listed', async () => {
  const params = { namespace: 'expiring', key: 'k' }
  await client.saveWorkspace({ params, input: { data: 'x' }, headers: { 'kontor-ttl': 10 } })
  const total = async () => (await client.entries({ input: { place: 'expiring' } })).total
  expect(await total()).toBe(1)

  time += 11_000

  expect(await total()).toBe(0)
})
