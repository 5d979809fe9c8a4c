import { expect, test } from 'vitest'
import { startTransitions } from '../../../test/transitions.ts'
import { newId } from '../../lib/ids.ts'
import { contracts as contractOperations } from '../contracts/operations.ts'
import { apps as appOperations } from './operations.ts'

const LOCKS = `locks:
  - in: [approval, active]
    fields: [title, tags, __name]
    except: [process, group:law/editors]
    message: Approved papers stay as they are.
  - { in: life/*, fields: [amount] }
  - { in: revision, except: [role:author] }
  - { in: end/* }
`
const { as, admin, create, editor, get, load, params, place, run, visitor } =
  await startTransitions(LOCKS)

type User = typeof admin
const [APPROVAL, REVISION, ACTIVE, SHREDDED] = [2, 3, 4, 6]

/** A paper of the administrator in one of these statuses. */
async function paper(status: number, context: object = {}) {
  const id = await create({ title: 'Old', amount: 5, __externalId: newId(), ...context })
  await place(id, status)
  return id
}
const update = (by: User, id: string, context: Record<string, unknown>) =>
  as(by).apps.updateItem({ params: { ...params, id }, input: { context } })

/** One way to give the locked title of a paper another value. */
type Way = (by: User, item: { id: string; externalId: string }) => Promise<unknown>

const changing: Record<string, Way> = {
  'apps.updateItem': (by, { id }) => update(by, id, { title: 'New' }),
  'apps.changeMany': (by, { id }) =>
    as(by).apps.changeMany({
      params,
      input: { ids: [id], change: { context: { title: 'New' } } },
    }),
  'apps.upsertItems': (by, { externalId }) =>
    as(by).apps.upsertItems({
      params,
      input: { items: [{ context: { __externalId: externalId, title: 'New' } }] },
    }),
  'apps.importItems': (by, { id }) => load(by, `__id,title\n${id},New\n`),
  'apps.importItems, by the external id': (by, { externalId }) =>
    load(by, `__externalId,title\n${externalId},New\n`),
  'contracts.updateItem': (by, { id }) =>
    as(by).contracts.updateItem({
      params: { namespace: 'law', code: 'texts', id },
      input: { context: { name: 'New' } },
    }),
}

const context = (id: string) => ({ __id: id, title: 'New' })
/** What makes items, or changes something else of them than their values. */
const others: Record<string, Way> = {
  'apps.createItem': (by, { id }) =>
    as(by).apps.createItem({ params, input: { context: context(id) } }),
  'apps.createItems': (by, { id }) =>
    as(by).apps.createItems({ input: { items: [{ ...params, context: context(id) }] } }),
  'contracts.createItem': (by, { id }) =>
    as(by).contracts.createItem({
      params: { namespace: 'law', code: 'texts' },
      input: { context: { __id: id, name: 'New' } },
    }),
  'apps.setStatus': (_, { id }) =>
    as(admin).apps.setStatus({ params: { ...params, id }, input: { status: 'shredded' } }),
  'apps.deleteItem': (_, { id }) => as(admin).apps.deleteItem({ params: { ...params, id } }),
  'apps.restoreItem': (_, { id }) => as(admin).apps.restoreItem({ params: { ...params, id } }),
  'apps.makeDocument': (_, { id }) =>
    as(admin).apps.makeDocument({ params: { ...params, id }, input: { template: newId() } }),
}

async function titleAfter(way: Way, by: User) {
  const externalId = newId()
  const id = await paper(APPROVAL, { __externalId: externalId })
  await way(by, { id, externalId }).catch(() => undefined)
  return (await get(id)).item.title
}

test.each(Object.entries(changing))('%s obeys the locks', async (_, way) => {
  expect(await titleAfter(way, visitor)).toBe('Old')
  // Administrators are not named, and obey too.
  expect(await titleAfter(way, admin)).toBe('Old')
  expect(await titleAfter(way, editor)).toBe('New')
})

test.each(Object.entries(others))('%s changes no value', async (_, way) => {
  expect(await titleAfter(way, editor)).toBe('Old')
})

test('every operation that writes items is in one of the two tables', () => {
  const writing = Object.entries({ apps: appOperations, contracts: contractOperations }).flatMap(
    ([area, operations]) =>
      Object.entries(operations)
        .filter(([, { writes }]) => writes)
        .map(([name]) => `${area}.${name}`),
  )

  const covered = [...Object.keys(changing), ...Object.keys(others)]
  expect(writing.filter((name) => !covered.includes(name))).toEqual([])
})

test('a refusal names the fields, the status and who may', async () => {
  const id = await paper(APPROVAL)
  const words =
    'Approved papers stay as they are: in the status "In approval" only a process or group "Editors" may change'

  await expect(update(visitor, id, { title: 'New', tags: ['a'], copies: 2 })).rejects.toMatchObject(
    {
      status: 403,
      message: `${words} "Title" and "Tags"`,
      details: [
        { path: 'title', message: `${words} it` },
        { path: 'tags', message: `${words} it` },
      ],
    },
  )
  await expect(changing['contracts.updateItem']?.(visitor, { id, externalId: '' }))
    .rejects //
    .toMatchObject({ status: 403, details: [{ path: 'name' }] })
  expect(await load(visitor, `__id,title\n${id},New\n`)).toMatchObject({
    updated: 0,
    failed: 1,
    errors: [{ row: 2, column: 'title', message: `${words} "Title"` }],
  })
})

test('what is locked for everybody is a conflict, and names nobody', async () => {
  const id = await paper(ACTIVE)

  await expect(update(editor, id, { amount: 6 })).rejects.toMatchObject({
    status: 409,
    message: 'in the status "Active" nobody may change "Amount"',
  })
})

test('other fields and the values that are there already stay open', async () => {
  const id = await paper(APPROVAL, { tags: ['a', 'b'] })
  const { item } = await get(id, visitor)

  const { item: sent } = await update(visitor, id, { ...item, copies: 7 })
  const report = await load(visitor, `__id,title,copies\n${id},Old,8\n`)

  expect(sent).toMatchObject({ copies: 7, title: 'Old' })
  expect(report).toMatchObject({ updated: 1, errors: [] })
})

test('a lock without fields covers all of them and the name', async () => {
  const id = await paper(SHREDDED)

  for (const change of [{ copies: 2 }, { __name: 'Named' }]) {
    await expect(update(admin, id, change)).rejects.toMatchObject({ status: 409 })
  }
  expect(await load(admin, `__id,__name\n${id},Named\n`)).toMatchObject({ failed: 1 })
})

test('roles are looked up in the item', async () => {
  const [own, theirs] = [await create({}, visitor), await create({}, editor)]
  await Promise.all([own, theirs].map((id) => place(id, REVISION)))

  expect((await update(visitor, own, { title: 'Mine' })).item.title).toBe('Mine')
  await expect(update(visitor, theirs, { title: 'Mine' })).rejects.toMatchObject({
    message: 'in the status "In revision" only its author may change "Title"',
  })
})

test('a row that moves a paper out of a status still finds its fields locked there', async () => {
  const id = await paper(ACTIVE)

  await load(admin, `__id,__status,amount\n${id},shredded,9\n`)

  expect((await get(id)).item).toMatchObject({ amount: 5, __status: { status: ACTIVE } })
})

test('a step of a process obeys too, and is an incident that says why', async () => {
  const [open, closed] = [await paper(APPROVAL), await paper(SHREDDED)]

  await run(admin, 'rewrite', open)
  const { __id: instance } = await run(admin, 'rewrite', closed)

  expect((await get(open)).item.title).toBe('active')
  expect((await get(closed)).item.title).toBe('Old')
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance } })
  expect(incidents).toMatchObject([
    { element: 'step', message: expect.stringContaining('nobody may change "Title"') },
  ])
})

test('an item tells which of its fields are locked for whoever asks', async () => {
  const id = await paper(ACTIVE)
  const message = 'Approved papers stay as they are.'
  const by = [
    { kind: 'process', name: '' },
    { kind: 'group', name: 'Editors' },
  ]

  expect((await get(id, visitor)).locked).toEqual([
    { field: 'title', reason: 'people', message, by },
    { field: 'amount', reason: 'nobody' },
    { field: 'tags', reason: 'people', message, by },
    { field: '__name', reason: 'people', message, by },
  ])
  expect((await get(id, editor)).locked).toEqual([{ field: 'amount', reason: 'nobody' }])
  expect((await get(await create())).locked).toEqual([])
})
