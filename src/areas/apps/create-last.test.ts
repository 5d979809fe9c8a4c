import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution } from '../../../test/solution.ts'
import { newId } from '../../lib/ids.ts'
import { connectClient } from '../../platform/db/db.ts'

const YAML = `name: Orders
fields:
  number: { name: Number, type: STRING, unique: true }
  before: { name: Before, type: SYS_COLLECTION, app: ends/orders }
  others: { name: Others, type: SYS_COLLECTION, app: ends/orders, single: false }
  clerk: { name: Clerk, type: SYS_USER }
rights:
  group:all_users: [read, create]
`

const { as, admin, make, connection, request } = await startApp()
await as(admin).solutions.apply({ input: { files: appSolution('ends', 'orders', YAML) } })
const user = await make.user()
const params = { namespace: 'ends', code: 'orders' }
const create = (context: Record<string, unknown>, headers = {}) =>
  request('/pub/v1/app/ends/orders/create', {
    method: 'POST',
    headers: { 'x-token': user.token, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ context }),
  })

const database = await connectClient(connection)
/** Items, their events, and keys of requests: what a refused creation must not leave. */
const left = async () => {
  const { rows } = await database.query(`select
    (select count(*)::int from ws_ends.orders) as items,
    (select count(*)::int from kontor.events where type = 'app.item.created') as events,
    (select count(*)::int from kontor.idempotency_keys) as keys`)
  return rows[0]
}

const withKey = () => ({ 'idempotency-key': newId() })

test.each([
  ['', () => ({})],
  [' with a key', withKey],
])('a created item has its event, and the answer is what is stored%s', async (_, headers) => {
  const before = await left()

  const answer = await create({ number: newId() }, headers())

  const { item } = (await answer.json()) as { item: { __id: string } }
  expect(answer.status).toBe(200)
  const read = await as(user).apps.getItem({ params: { ...params, id: item.__id }, input: {} })
  expect(item).toEqual(read.item)
  expect(await left()).toMatchObject({ items: before.items + 1, events: before.events + 1 })
})

test.each([
  ['a link to nothing', { before: [newId()] }, 'before', {}],
  ['a link to nothing, with a key', { before: [newId()] }, 'before', withKey()],
  ['a user who is not there', { clerk: [newId()] }, 'clerk', {}],
  ['a value that is taken', { number: 'taken' }, 'number', {}],
  ['a value that is taken, with a key', { number: 'taken' }, 'number', withKey()],
])('%s is named, and nothing is left', async (_, context, path, headers) => {
  await create({ number: 'taken' })
  const before = await left()

  const answer = await create(context, headers)

  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ details: [{ path }] })
  expect(await left()).toEqual(before)
})

test('one link of two that is wrong is named alone', async () => {
  const { item } = await as(user).apps.createItem({ params, input: { context: {} } })
  const lost = newId()

  const answer = await create({ others: [String(item.__id), lost] })

  expect(await answer.json()).toMatchObject({
    details: [{ path: 'others', message: expect.stringMatching(`with id ${lost}$`) }],
  })
})

test('a repeated request acts once, also when it would fail now', async () => {
  const headers = withKey()
  const context = { number: newId() }
  const first = await (await create(context, headers)).json()
  const before = await left()

  const again = await create(context, headers)

  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await again.json()).toEqual(first)
  expect(await left()).toEqual(before)
})

test('of twenty at once with one key, one acts', async () => {
  const headers = withKey()
  const context = { number: newId() }
  const before = await left()

  const answers = await Promise.all(Array.from({ length: 20 }, () => create(context, headers)))

  expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 409]))).toBe(true)
  expect(await left()).toEqual({
    items: before.items + 1,
    events: before.events + 1,
    keys: before.keys + 1,
  })
})
