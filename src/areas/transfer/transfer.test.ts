import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { definitionId } from '../../lib/codes.ts'
import { newId } from '../../lib/ids.ts'

const { as, make, admin } = await startApp()
const { apps, scheme, solutions, transfer, users } = as(admin)
const APP = { namespace: 'shop', code: 'orders' }
await solutions.apply({
  input: {
    files: solution('shop', {
      'workspaces/shop/apps/orders.yaml': `name: Orders
fields:
  title: { name: Title, type: STRING }
  ours: { name: Ours, type: STRING }
  number: { name: Number, type: STRING, unique: true }
`,
      'people/groups/sellers.yaml': 'name: Sellers\n',
    }),
  },
})

const AT = { createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-01T00:00:00.000Z' }
const LATER = { ...AT, updatedAt: '2099-01-01T00:00:00.000Z' }

type Sent = Record<string, unknown> & { id: string }
const person = (more: object = {}): Sent => {
  const id = newId()
  return { id, login: `u-${id}`, email: `${id}@example.com`, firstName: 'Ann', ...AT, ...more }
}
const send = (...rows: Sent[]) => transfer.store({ input: { kind: 'users', rows } })
const get = async ({ id }: { id: string }) => (await users.getPerson({ params: { id } })).user

test('a person that nobody has changed here follows the other system', async () => {
  const ann = person()
  await send(ann)
  await make.change(`update kontor.users set updated_at = now() where id = '${ann.id}'`)

  const again = await send(ann)
  const changed = await send({ ...ann, ...LATER, firstName: 'Anna' })
  const blocked = await send({ ...ann, ...LATER, firstName: 'Anna', status: 'blocked' })
  const back = await send({ ...ann, ...LATER, firstName: 'Anna' })

  expect(again).toMatchObject({ unchanged: 1 })
  expect([changed, blocked, back].map(({ updated }) => updated)).toEqual([1, 1, 1])
  expect(await get(ann)).toMatchObject({ firstName: 'Anna', status: 'active' })
})

test('what was changed here stays: names, blocks, deletions', async () => {
  const [renamed, blocked, deleted] = [person(), person(), person()]
  await send(renamed, blocked, deleted)
  const change = { firstName: 'Ours' }
  await users.updatePerson({ params: { id: renamed.id }, input: change })
  await users.block({ params: { id: blocked.id } })
  await users.remove({ params: { id: deleted.id } })

  const stored = await send(
    ...[renamed, blocked, deleted].map((each) => ({ ...each, ...LATER, lastName: 'Lind' })),
  )

  expect(stored).toMatchObject({ updated: 0, kept: 3 })
  expect(stored.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('kept (last_name, first_name)'),
    expect.stringContaining('kept (last_name, status)'),
    expect.stringContaining('kept (last_name, deleted_at)'),
  ])
  expect(await get(renamed)).toMatchObject({ firstName: 'Ours', lastName: '' })
  expect(await get(blocked)).toMatchObject({ status: 'blocked' })
  expect(await get(deleted)).toMatchObject({ deletedAt: expect.any(String) })
})

test('an account that did not come from there is not changed by its id', async () => {
  const own = await make.user({ login: 'own', firstName: 'Own' })

  const stored = await send({ ...person(), id: own.id, status: 'blocked' })

  expect(stored).toMatchObject({ updated: 0, kept: 1 })
  expect(await get(own)).toMatchObject({ firstName: 'Own', status: 'active' })
})

test('whoever is deleted there leaves groups here', async () => {
  const ann = person()
  await send(ann)
  const { group } = await scheme.createGroup({
    params: { namespace: 'global' },
    input: { __name: 'Left' },
  })
  await scheme.addGroupItems({ params: { id: group.__id }, input: [ann.id] })

  await send({ ...ann, ...LATER, deletedAt: '2025-01-01T00:00:00.000Z' })

  expect(await get(ann)).toMatchObject({ deletedAt: '2025-01-01T00:00:00.000Z', groups: [] })
})

test('two people of the other system with one address stay two', async () => {
  const [gone, back] = [person({ status: 'blocked' }), person()]
  back.email = gone.email

  const stored = await send(gone, back)
  const later = await send({ ...person(), email: gone.email })

  expect(stored).toMatchObject({ created: 2, linked: {}, problems: [{ id: back.id }] })
  expect(later).toMatchObject({ created: 1, linked: {} })
})

test('only somebody who may sign in here, and is no guest, is linked by the address', async () => {
  const [own, blocked] = [
    await make.user({ login: 'linked', email: 'linked@example.com' }),
    await make.user({ login: 'blocked', email: 'blocked@example.com' }),
  ]
  await users.block({ params: { id: blocked.id } })
  const [first, second] = [
    person({ email: 'Linked@example.com' }),
    person({ email: 'blocked@example.com' }),
  ]

  const stored = await send(first, second)

  expect(stored).toMatchObject({ created: 1, linked: { [first.id]: own.id } })
  expect(stored.problems).toMatchObject([{ id: second.id }])
})

const order = (more: object = {}) => ({
  ...{ __id: newId(), __version: 10, title: 'Theirs' },
  ...{ __createdAt: AT.createdAt, __updatedAt: AT.updatedAt },
  ...more,
})
const sendOrders = (...rows: Record<string, unknown>[]) =>
  transfer.store({ input: { kind: 'items', app: 'shop/orders', rows } })
const getOrder = async (id: string) =>
  (await apps.getItem({ params: { ...APP, id } })).item as Record<string, unknown>

test('an item that was changed here stays, however often it was changed there', async () => {
  const [kept, followed] = [order(), order()]
  await sendOrders(kept, followed)
  const params = { ...APP, id: kept.__id }
  await apps.updateItem({ params, input: { context: { title: 'Ours' } } })

  const newer = { __version: 9_000_000_000, title: 'Theirs again' }
  const stored = await sendOrders({ ...kept, ...newer }, { ...followed, ...newer })

  expect(stored).toMatchObject({ updated: 1, kept: 1, problems: [{ id: kept.__id }] })
  expect(await getOrder(kept.__id)).toMatchObject({ title: 'Ours' })
  expect(await getOrder(followed.__id)).toMatchObject({ title: 'Theirs again' })
})

test('values that are not sent, or do not fit, stay as they are', async () => {
  const item = order({ ours: 'kept', number: 'N-1', __subscribers: [admin.id] })
  await sendOrders(item)

  const { ours: _, __subscribers: __, ...rest } = item as Record<string, unknown>
  const stored = await sendOrders({ ...rest, __version: 11, title: null, number: 7 })

  expect(stored).toMatchObject({ updated: 1 })
  expect(await getOrder(item.__id)).toMatchObject({
    ...{ title: null, ours: 'kept', number: 'N-1', __subscribers: [admin.id] },
  })
})

test('fields that are not here are told once, if they have values', async () => {
  const stored = await sendOrders(
    order({ other: 'a', empty: null }),
    order({ other: 'b', empty: [] }),
  )

  expect(stored.created).toBe(2)
  expect(stored.problems).toEqual([
    { id: 'shop/orders', message: expect.stringContaining('no field "other"') },
  ])
})

test('an item that the database cannot hold is refused alone', async () => {
  const stored = await sendOrders(
    ...[3_000_000_000, 3].map((at) => order({ __status: { status: 1, order: at } })),
  )

  expect(stored).toMatchObject({ created: 1, refused: 1 })
})

test('members are only added, and not to groups that others keep', async () => {
  const [ann, bob] = [await make.user(), await make.user()]
  const group = (more: object) => ({
    ...{ id: newId(), namespace: 'shop', name: 'Group', ...AT, members: [ann.id] },
    ...more,
  })
  const [theirs, defined, inside] = [
    group({}),
    group({ code: 'sellers', namespace: 'global' }),
    group({ members: [] }),
  ]
  const sendGroups = (...rows: object[]) =>
    transfer.store({ input: { kind: 'groups', rows: rows as Record<string, unknown>[] } })
  await sendGroups(theirs, inside)
  await scheme.addGroupItems({ params: { id: theirs.id }, input: [bob.id] })
  await scheme.addGroupItems({ params: { id: 'administrators' }, input: [inside.id] })

  const again = await sendGroups(theirs)
  const stored = await sendGroups(defined, { ...inside, members: [ann.id] })

  const { group: now } = await scheme.getGroup({ params: { id: theirs.id } })
  expect(new Set(now.subOrgunitIds)).toEqual(new Set([ann.id, bob.id]))
  expect(again).toMatchObject({ updated: 0, unchanged: 1, problems: [] })
  expect(stored.problems.map(({ message }) => message)).toEqual([
    'add the members of "Sellers" by hand',
    'add the members of "Group" by hand',
  ])
})

test('groups of definitions that are not here yet wait for them', async () => {
  const id = newId()
  const rows = [{ id, namespace: 'global', code: 'buyers', name: 'Buyers', ...AT, members: [] }]

  const stored = await transfer.store({ input: { kind: 'groups', rows } })

  expect(stored).toMatchObject({ created: 0, refused: 1 })
  expect(stored.problems[0]?.message).toContain('apply them and run this again')
})

test('a group that came before its definition is taken over by it', async () => {
  const id = definitionId('group', 'global', 'cooks')
  const ann = await make.user()
  const row = { id, namespace: 'global', name: 'Kitchen', ...AT, members: [ann.id] }
  await transfer.store({ input: { kind: 'groups', rows: [row] } })

  await solutions.apply({
    input: { files: solution('kitchen', { 'people/groups/cooks.yaml': 'name: Cooks\n' }) },
  })

  const { group } = await scheme.getGroup({ params: { id } })
  expect(group).toMatchObject({ code: 'cooks', __name: 'Cooks', subOrgunitIds: [ann.id] })
})

test('the position that both systems show is not a change', async () => {
  const { id, login } = await make.user({ firstName: 'Ann' })
  const chart = `departments:
  - { code: office, name: Office, positions: [{ code: clerk, name: Clerk, users: [${login}] }] }
`
  await solutions.apply({
    input: { files: solution('office', { 'people/org-chart.yaml': chart }) },
  })
  const sent = { id, login, firstName: 'Ann', ...AT }

  const shown = await send({ ...sent, displayedPosition: 'Clerk' })
  const typed = await send({ ...sent, displayedPosition: 'Head' })

  expect(shown).toMatchObject({ unchanged: 1, problems: [] })
  expect(typed).toMatchObject({ kept: 1 })
})
