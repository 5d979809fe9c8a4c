import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution } from '../../../test/solution.ts'
import { newId } from '../../lib/ids.ts'

let time = Date.parse('2026-03-02T09:20:31Z')
const { as, admin, make, request } = await startApp({ now: () => new Date(time) })
const { apps, solutions, access, audit } = as(admin)

await solutions.apply({
  input: {
    files: appSolution(
      'many',
      'notes',
      `name: Notes
fields:
  number: { name: Number, type: STRING, unique: true }
  place: { name: Place, type: STRING }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: draft, name: Draft }, { id: 2, code: done, name: Done }] }
`,
    ),
  },
})

const params = { namespace: 'many', code: 'notes' }
const create = async (context: Record<string, unknown> = {}, by = admin) =>
  (await as(by).apps.createItem({ params, input: { context } })).item.__id
const read = async (id: string) => (await apps.getItem({ params: { ...params, id } })).item
const typesOf = async (id: string) => {
  const { entries } = await audit.list({ input: { object: `item:many/notes/${id}` } })
  return entries.map(({ type }) => type).toReversed()
}
const grant = (right: string, user: { id: string }) =>
  access.grant({
    input: { kind: 'app', object: 'many/notes', right, subjectKind: 'user', subject: user.id },
  })
const change = (ids: string[], wanted: object, by = admin) =>
  as(by).apps.changeMany({ params, input: { ids, change: wanted } })

test('fields and status of many items change, each with its events', async () => {
  const ids = [await create(), await create()]

  const answer = await change(ids, { context: { place: 'Oslo' }, status: 'done' })

  expect(answer).toMatchObject({ changed: 2, errors: [] })
  for (const id of ids) {
    expect(await read(id)).toMatchObject({ place: 'Oslo', __status: { status: 2 } })
    expect(await typesOf(id)).toEqual([
      'app.item.created',
      'app.item.updated',
      'app.item.status_changed',
    ])
  }
})

test('what cannot be changed is told, and the others are changed', async () => {
  const [one, other, unknown] = [await create(), await create(), newId()]

  const { changed, errors } = await change([one, unknown, other], { context: { number: 'n1' } })

  expect(changed).toBe(1)
  expect(errors).toEqual([
    { id: unknown, error: `item not found: ${unknown}` },
    { id: other, error: 'field "number": another item has this value' },
  ])
  expect(await read(one)).toMatchObject({ number: 'n1' })
})

test('an item is changed whole or not at all', async () => {
  const id = await create()

  const { errors } = await change([id], { context: { place: 'Oslo' }, status: 'nonsense' })

  expect(errors).toHaveLength(1)
  expect(await read(id)).toMatchObject({ place: null })
  expect(await typesOf(id)).toEqual(['app.item.created'])
})

test('rights are asked for on every item', async () => {
  const ann = await make.user()
  await grant('create', ann)
  await access.grant({
    input: {
      kind: 'app',
      object: 'many/notes',
      right: 'update',
      subjectKind: 'role',
      subject: 'author',
    },
  })
  const [own, others] = [await create({}, ann), await create()]

  const { changed, errors } = await change([own, others], { context: { place: 'Rome' } }, ann)

  expect([changed, errors.map(({ id }) => id)]).toEqual([1, [others]])
  expect(await read(others)).toMatchObject({ place: null })
})

test('an empty change, too many items and an unknown app are refused', async () => {
  await expect(change([newId()], {})).rejects.toMatchObject({ status: 400 })
  const ids = Array.from({ length: 1001 }, newId)
  await expect(change(ids, { delete: true })).rejects.toThrow('at most 1000 items at once')
  const call = apps.changeMany({
    params: { ...params, code: 'none' },
    input: { ids: [newId()], change: { delete: true } },
  })
  await expect(call).rejects.toThrow('app not found')
})

const send = (body: object, key: string) =>
  request('/manage/v1/apps/many/notes/items/change', {
    method: 'POST',
    headers: { 'x-token': admin.token, 'idempotency-key': key },
    body: JSON.stringify(body),
  })

test('a request with the same Idempotency-Key is done once', async () => {
  const id = await create()
  const body = { ids: [id], change: { context: { place: 'Oslo' } } }
  const first = await send(body, 'change-1')

  const second = await send(body, 'change-1')

  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(await second.json()).toEqual(await first.json())
  expect(await typesOf(id)).toEqual(['app.item.created', 'app.item.updated'])
})

test('another request with that key is refused, one that was refused may be tried again', async () => {
  const body = { ids: [await create()], change: { context: { place: 'Oslo' } } }
  await send(body, 'change-2')
  const other = await send({ ...body, change: { delete: true } }, 'change-2')
  expect(other.status).toBe(422)

  const send3 = () =>
    request('/manage/v1/apps/many/later/items/change', {
      method: 'POST',
      headers: { 'x-token': admin.token, 'idempotency-key': 'change-3' },
      body: JSON.stringify(body),
    })
  expect((await send3()).status).toBe(400)
  expect((await send3()).status).toBe(400)
})

test('of many at once with one key only one is done', async () => {
  const id = await create()
  const body = { ids: [id], change: { context: { place: 'Oslo' } } }

  const sent = await Promise.all(Array.from({ length: 8 }, () => send(body, 'change-4')))

  expect(sent.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await typesOf(id)).toEqual(['app.item.created', 'app.item.updated'])
})

test('what a node that died has left is taken over in the end', async () => {
  const id = await create()
  const body = { ids: [id], change: { context: { place: 'Oslo' } } }
  await send(body, 'change-5')
  await make.change(`update kontor.idempotency_keys set answer = ''`)

  expect((await send(body, 'change-5')).status).toBe(409)
  time += 11 * 60_000
  expect((await send(body, 'change-5')).status).toBe(200)
})

test('the trash shows what was deleted, by whom, the last first', async () => {
  const bob = await make.user({ lastName: 'Trash', firstName: 'Bob' })
  await grant('delete', bob)
  const [first, second] = [await create({ place: 'a' }), await create({ place: 'b' })]
  await change([first], { delete: true }, bob)
  time += 1000
  await change([second], { delete: true })

  const { items, total } = await apps.deleted({ params, input: { size: 2 } })

  expect(items.map(({ id }) => id)).toEqual([second, first])
  expect(items[1]).toMatchObject({
    name: (await read(first)).__name,
    deletedAt: new Date(time - 1000).toISOString(),
    deletedBy: { id: bob.id, name: 'Trash Bob' },
  })
  expect(total).toBeGreaterThanOrEqual(2)
  const next = await apps.deleted({ params, input: { from: 1, size: 1 } })
  expect(next.items.map(({ id }) => id)).toEqual([first])
})

test('the trash shows only what one may bring back', async () => {
  const ann = await make.user()
  await grant('read', ann)
  await change([await create()], { delete: true })
  const see = async () => (await as(ann).apps.deleted({ params })).total
  expect(await see()).toBe(0)

  await grant('delete', ann)

  expect(await see()).toBeGreaterThan(0)
})
