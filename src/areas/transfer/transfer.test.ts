import { expect, test, vi } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { startRegistry } from '../../../test/registration.ts'
import { solution } from '../../../test/solution.ts'
import { definitionId } from '../../lib/codes.ts'
import { newId } from '../../lib/ids.ts'
import { toQuery } from '../../platform/db/to-query.ts'
import { transferUnits } from '../people/org-chart/transfer.ts'

const { as, make, admin } = await startApp()
const { apps, messages, registration, scheme, solutions, transfer, users } = as(admin)
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

test('a group whose code was an id is the one that definitions made of its name', async () => {
  const [id, code] = [newId(), newId()]
  const rows = [{ id, namespace: 'global', code, name: 'Sellers', ...AT, members: [] }]

  const { created, linked } = await transfer.store({ input: { kind: 'groups', rows } })

  expect([created, linked]).toEqual([0, { [id]: definitionId('group', 'global', 'sellers') }])
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

const unit = (more: object = {}): Sent => ({
  ...{ id: newId(), kind: 'department', name: 'Sales', users: [] },
  ...more,
})
const sendUnits = (...rows: Sent[]) => transfer.store({ input: { kind: 'units', rows } })
const parentOf = async ({ id }: Sent) =>
  (await users.getOrgChart()).units.find((each) => each.id === id)?.parent

test('a unit whose parent is not here stands at the top until it comes', async () => {
  const parent = unit()
  const child = unit({ parent: parent.id })

  const [first, again] = [await sendUnits(child), await sendUnits(child)]
  const top = await parentOf(child)
  const later = await sendUnits(parent, child)
  const { parent: _, ...rest } = child
  const without = await sendUnits(rest)

  expect([first, again, without]).toMatchObject([
    { created: 1 },
    { unchanged: 1 },
    { unchanged: 1 },
  ])
  expect(later).toMatchObject({ created: 1, updated: 1, refused: 0 })
  expect([top, await parentOf(child)]).toEqual([null, parent.id])
})

test('no unit stands above itself, also not in the middle of a batch', async () => {
  const top = unit()
  const middle = unit({ parent: top.id })
  const low = unit({ parent: middle.id })
  await sendUnits(top, middle, low)

  const looped = await sendUnits({ ...top, parent: low.id }, { ...low, parent: low.id })
  const turned = await sendUnits(
    ...[{ ...low, parent: null }, middle],
    ...[
      { ...top, parent: low.id },
      { ...low, parent: top.id },
    ],
  )

  expect(looped).toMatchObject({ updated: 0, refused: 2 })
  expect(turned).toMatchObject({ updated: 2, unchanged: 1, problems: [{ id: low.id }] })
  expect([await parentOf(low), await parentOf(top)]).toEqual([null, low.id])
})

test('the org chart is read once, however many units are new', async () => {
  const asked = await make.asSystem(async (ctx) => {
    const all = vi.spyOn(ctx.db, 'all')
    await transferUnits(ctx, [unit(), unit(), unit()])
    return all.mock.calls.map(([query]) => toQuery(query).text)
  })

  expect(asked.filter((text) => text.includes('select * from kontor.org_units'))).toHaveLength(1)
})

const registry = await startRegistry(as(admin))
const AGREEMENTS = 'contracts/agreements'
const folder = await registry.folder({ editAfterRegistration: true })
const number = async (index: number, status = 'registered') => ({
  ...{ id: newId(), item: await registry.item(), nomenclatureId: folder.id, status },
  ...{ number: `N-${index}`, index, date: AT.createdAt, ...AT },
})
const sendNumbers = (app: string, ...rows: Sent[]) =>
  transfer.store({ input: { kind: 'registrations', app, rows } })

test('a number stays with its item', async () => {
  const [given, reserved] = [await number(1), await number(2, 'reserved')]
  const other = order()
  await sendOrders(other)
  await sendNumbers(AGREEMENTS, given, reserved)

  const canceled = { ...given, status: 'canceled' }
  const moved = [
    await sendNumbers('shop/orders', { ...canceled, item: other.__id }),
    await sendNumbers(AGREEMENTS, { ...canceled, item: await registry.item() }),
    await sendNumbers(AGREEMENTS, { ...reserved, status: 'registered', item: newId() }),
  ]
  const item = await registry.item()
  const used = await sendNumbers(AGREEMENTS, { ...reserved, status: 'registered', item })

  expect(moved.map(({ refused }) => refused)).toEqual([1, 1, 1])
  expect(await registry.list(given.item)).toMatchObject([{ id: given.id, status: 'registered' }])
  expect(used).toMatchObject({ updated: 1 })
  expect(await registry.list(item)).toMatchObject([{ id: reserved.id, status: 'registered' }])
})

test('a number that somebody has dealt with here stays', async () => {
  const [changed, followed] = [await number(3), await number(4)]
  await sendNumbers(AGREEMENTS, changed, followed)
  await registration.change({ params: { id: changed.id }, input: { number: 'ours' } })

  const canceled = { ...LATER, status: 'canceled' }
  const stored = await sendNumbers(
    AGREEMENTS,
    { ...changed, ...canceled },
    { ...followed, ...canceled },
  )

  expect(stored).toMatchObject({ updated: 1, kept: 1, problems: [{ id: changed.id }] })
  expect(await registry.list(changed.item)).toMatchObject([
    { number: 'ours', status: 'registered' },
  ])
  expect(await registry.list(followed.item)).toMatchObject([{ status: 'canceled' }])
  expect((await registration.verify({})).problems).toEqual([])
})

test('a message is in one channel or feed, and stays there', async () => {
  const { channel } = await messages.createChannel({ input: { name: 'Sellers' } })
  const { __id: id } = order()
  await sendOrders({ ...order(), __id: id })
  const said = () => ({ id: newId(), body: 'x', author: admin.id, ...AT })
  const sendMessages = (...rows: Sent[]) => transfer.store({ input: { kind: 'messages', rows } })
  const there = { channel: channel.id }
  const [here, target] = [said(), { ...APP, id }]

  const placed = await sendMessages({ ...here, ...there })
  const lost = await sendMessages(
    ...[said(), { ...said(), ...there, target }],
    ...[
      { ...said(), channel: 'general' },
      { ...said(), target: { ...APP, id: '1' } },
    ],
  )
  const moved = await sendMessages({ ...here, target, comments: [said()] })

  expect(placed).toMatchObject({ created: 1, problems: [] })
  expect(lost).toMatchObject({ created: 0, refused: 4 })
  expect(lost.problems[0]?.message).toBe('expected a channel, or the item in whose feed it is')
  expect(moved).toMatchObject({ refused: 1, problems: [{ id: here.id }] })
  const { result } = await messages.listChannelMessages({ params: there })
  expect(result.result).toMatchObject([{ id: here.id, commentsCount: 0 }])
})
