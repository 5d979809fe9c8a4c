import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { kontor } from './kontor.ts'
import { itemsIn, startTwoSystems } from './two-systems.ts'

const { source, target, bring, state, args, environment } = await startTwoSystems()
const [there, here] = [source.as(source.admin), target.as(target.admin)]
const COMPANIES = { namespace: 'crm', code: 'companies' }
const ORDERS = { namespace: 'crm', code: 'orders' }

const ann = await source.make.user({ login: 'ann', firstName: 'Ann', email: 'ann@example.com' })
const bob = await source.make.user({ login: 'bob', lastName: 'Bob', email: 'bob@example.com' })
const guest = await source.make.user({ email: 'olga@example.com', isGuest: true })
/** Was here before, under another id. */
const ourBob = await target.make.user({ login: 'robert', email: 'Bob@example.com' })

const create = async (params: typeof COMPANIES, context: Record<string, unknown>) =>
  (await there.apps.createItem({ params, input: { context } })).item.__id as string

const [first, second] = [newId(), newId()]
const FULL = {
  ...{ __id: first, title: 'Grüße, 50% \\ "Ada"', text: 'a\nb', site: 'https://example.com/a' },
  ...{ count: 5, rate: 0.1, done: true, at: '2026-03-02T09:15:30Z', day: '2026-03-02' },
  ...{ clock: '14:30', spent: 5400, colour: [{ code: 'red' }, { code: 'blue' }] },
  ...{ price: { cents: 12_345, currency: 'EUR' } },
  ...{ phone: [{ type: 'work', tel: '+15550100200' }] },
  ...{ email: [{ type: 'work', email: 'a@example.com' }] },
  ...{ account: [{ type: 'telegram', login: 'ada' }] },
  ...{ person: { lastname: 'Lind', firstname: 'Maria', middlename: '' } },
  ...{ owners: [ann.id], extra: { deep: [1, { two: null }] } },
  ...{ roles: [{ type: 'user', id: ann.id }] },
}

test('users and items come with their ids, authors, dates, statuses and numbers', async () => {
  await create(COMPANIES, FULL)
  await create(COMPANIES, {
    ...{ __id: second, title: 'Child', parent: [first], owners: [bob.id] },
    lines: {
      rows: [
        { sum: 1.5, of: [first] },
        { sum: 2, of: null },
      ],
    },
  })
  const params = { ...COMPANIES, id: first }
  await there.apps.updateItem({
    params,
    input: { context: { parent: [second], about: [{ ...COMPANIES, id: second }] } },
  })
  await there.apps.setStatus({ params, input: { status: { code: 'won' } } })
  await there.apps.deleteItem({ params: { ...COMPANIES, id: await create(COMPANIES, {}) } })
  await create(ORDERS, { title: 'One', number: 'A-1', company: [first] })

  const { report, code } = await bring()

  expect(report).toMatchObject({ run: 1, since: { 'crm/companies': null }, isEqual: true })
  // The groups of the system.
  expect(report.problems.map(({ kind }: { kind: string }) => kind)).toEqual(['groups'])
  expect(code).toBe(1)
  const [one, two] = await itemsIn(target, 'companies')
  expect(one).toEqual((await itemsIn(source, 'companies'))[0])
  expect(two).toMatchObject({ __id: second, __index: 2, owners: [ourBob.id], parent: [first] })
  expect(await itemsIn(target, 'orders')).toEqual(await itemsIn(source, 'orders'))
  const { result } = await here.users.list({ input: { ids: [ann.id] } })
  const [theirs] = (await there.users.list({ input: { ids: [ann.id] } })).result.result
  expect(result.result[0]).toEqual({ ...theirs, __index: expect.any(Number) })
})

test('guests do not become people of the company', async () => {
  const statusOf = async (client: typeof here) => {
    const { result } = await client.users.list({ input: { ids: [guest.id] } })
    return result.result[0]?.__status
  }

  expect(await statusOf(there)).toMatchObject({ status: 5 })
  expect(await statusOf(here)).toMatchObject({ status: 3 })
})

test('a second run changes nothing', async () => {
  const { report } = await bring()

  expect(report).toMatchObject({ run: 2, isEqual: true })
  expect(report.counts).toMatchObject({
    users: { created: 0, updated: 0 },
    'items of crm/companies': { created: 0, updated: 0, unchanged: 3 },
    'items of crm/orders': { created: 0, updated: 0, unchanged: 1 },
  })
})

test('the next number follows the largest that came', async () => {
  const { item } = await here.apps.createItem({ params: ORDERS, input: { context: {} } })

  expect(item.__index).toBe(2)
  await here.apps.deleteItem({ params: { ...ORDERS, id: item.__id } })
})

test('what was changed here since is kept, and told', async () => {
  const params = { ...COMPANIES, id: second }
  await there.apps.updateItem({ params, input: { context: { title: 'Theirs' } } })
  for (const title of ['Ours', 'Ours again', 'Ours at last']) {
    await here.apps.updateItem({ params, input: { context: { title } } })
  }

  const { report, code } = await bring()

  expect(code).toBe(1)
  expect(report).toMatchObject({
    isEqual: false,
  })
  expect(report.problems).toContainEqual({
    ...{ kind: 'items', app: 'crm/companies', id: second },
    message: expect.stringContaining('changed here since'),
  })
  expect((await here.apps.getItem({ params })).item.title).toBe('Ours at last')
})

test('a value that does not fit is left out and told, the rest of the item comes', async () => {
  const rows = [
    {
      ...{
        __id: newId(),
        __createdAt: '2020-01-01T00:00:00Z',
        __updatedAt: '2020-01-01T00:00:00Z',
      },
      ...{ __index: 900, title: 'Half', count: 'many', __createdBy: null },
    },
    { __id: 'nothing' },
  ]

  const stored = await here.transfer.store({ input: { kind: 'items', app: 'crm/companies', rows } })

  expect(stored).toMatchObject({ created: 1, refused: 1 })
  expect(stored.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('left out: field "count"'),
    expect.stringContaining('field "__id"'),
  ])
})

test('what another item has once is refused alone', async () => {
  const at = { __createdAt: '2020-01-01T00:00:00Z', __updatedAt: '2020-01-01T00:00:00Z' }
  const rows = ['A-1', 'A-2'].map((number) => ({ __id: newId(), ...at, number }))

  const stored = await here.transfer.store({ input: { kind: 'items', app: 'crm/orders', rows } })

  expect(stored).toMatchObject({ created: 1, refused: 1, problems: [{ id: rows[0]?.__id }] })
})

test('groups come with their members, but nobody becomes an administrator', async () => {
  const { group } = await there.scheme.createGroup({
    params: { namespace: 'crm' },
    input: { __name: 'Sellers', description: 'who sell' },
  })
  await there.scheme.addGroupItems({ params: { id: group.__id }, input: [ann.id, bob.id] })

  const first = await bring()
  await there.scheme.removeGroupItems({ params: { id: group.__id }, input: [bob.id] })
  const before = await here.scheme.getGroup({ params: { id: group.__id } })
  const second = await bring()

  expect(first.report.counts.groups).toMatchObject({ created: 1 })
  expect(before.group).toMatchObject({ __name: 'Sellers', __createdAt: group.__createdAt })
  expect(new Set(before.group.subOrgunitIds)).toEqual(new Set([ann.id, ourBob.id]))
  expect(second.report.counts.groups).toMatchObject({ created: 0, updated: 0 })
  const { group: now } = await here.scheme.getGroup({ params: { id: group.__id } })
  expect(new Set(now.subOrgunitIds)).toEqual(new Set([ann.id, ourBob.id]))
  const { group: administrators } = await here.scheme.getGroup({
    params: { id: 'administrators' },
  })
  expect(administrators.subOrgunitIds).not.toContain(source.admin.id)
})

test('keys of the storage come if somebody names them', async () => {
  await there.storage.saveApp({ params: { ...ORDERS, key: 'a b' }, input: { data: '7' } })
  await there.storage.saveSystem({ params: { key: 'theme' }, input: { data: 'dark' } })
  await writeFile(`${state}.keys`, 'crm/orders/a b\nsystem/theme\nsystem/none\n')

  const { report } = await bring('--storage-keys', `${state}.keys`)

  expect(await here.storage.getApp({ params: { ...ORDERS, key: 'a b' } })).toEqual({ data: '7' })
  expect(await here.storage.getSystem({ params: { key: 'theme' } })).toEqual({ data: 'dark' })
  expect(report.problems).toContainEqual(
    expect.objectContaining({ kind: 'key', id: 'system/none' }),
  )
})

test('the plan counts what a portal holds', async () => {
  const page = `${state}.html`
  const { out, err } = await kontor(
    ['migrate', 'elma365', 'plan', '--portal', source.address, '--json', '--html', page],
    environment,
  )

  expect(err).toBe('')
  const { portal } = JSON.parse(out)
  expect(portal.apps).toContainEqual({ app: 'crm/orders', name: 'Orders', items: 1 })
  expect(portal).toMatchObject({ users: expect.any(Number), channels: expect.any(Number) })
  expect(portal.hours).toBeCloseTo(portal.calls / 90 / 60)
  expect(await readFile(page, 'utf8')).toContain('crm/orders')
  expect(out).not.toContain(source.admin.token)
})

test('apps that never came come whole, and what was refused is tried again', async () => {
  const params = { ...ORDERS, id: await create(ORDERS, { number: 'B-1' }) }
  await source.make.change(`update ws_crm.orders set "__updatedAt" = '2020-01-01',
    "__version" = 1577836800 where "__id" = '${params.id}'`)
  const rival = await here.apps.createItem({
    params: ORDERS,
    input: { context: { number: 'B-1' } },
  })
  const parts = ['--state', `${state}.parts`]

  const one = await bring(...parts, '--apps', 'crm/companies')
  const two = await bring(...parts)
  await here.apps.deleteItem({ params: { ...ORDERS, id: rival.item.__id } })
  const three = await bring(...parts)
  const four = await bring(...parts)

  expect(one.report.since).toEqual({ 'crm/companies': null })
  expect(two.report.since).toMatchObject({
    'crm/companies': expect.any(String),
    'crm/orders': null,
  })
  expect(two.report.counts['items of crm/orders']).toMatchObject({ created: 0, refused: 1 })
  expect(three.report.counts['items of crm/orders']).toMatchObject({ created: 1, refused: 0 })
  expect(four.report.since).toMatchObject({ 'crm/orders': expect.any(String) })
  await here.apps.deleteItem({ params })
  await there.apps.deleteItem({ params })
})

test('wrong tokens and addresses are told in a line', async () => {
  const told = async (more: string[], changed: object = {}) => {
    const { out, err, code } = await kontor([...args, ...more], { ...environment, ...changed })
    expect([out, code]).toEqual(['', 1])
    return err.trim().split('\n')
  }

  const wrong = await told([], { KONTOR_TOKEN: newId() })
  const same = await told(['--into', `${source.address}/`])
  const nobody = await told(['--portal', 'http://127.0.0.1:9', '--state', `${state}.none`])

  expect(wrong).toEqual([expect.stringMatching(/^kontor: the server answered 40[13]: /)])
  expect(same).toEqual([expect.stringContaining('--portal and --into are the same')])
  expect(nobody.at(-1)).toContain('the portal does not answer GET app/list')
})

test('what is nested too deep is refused alone', async () => {
  const deep = JSON.parse(`${'['.repeat(198)}${']'.repeat(198)}`)
  const id = await create(COMPANIES, { title: 'Deep', extra: deep })
  const next = await create(COMPANIES, { title: 'After it' })

  const { report } = await bring()

  expect(report.problems).toContainEqual({
    ...{ kind: 'items', app: 'crm/companies', id },
    message: expect.stringContaining('nested deeper'),
  })
  const { item } = await here.apps.getItem({ params: { ...COMPANIES, id: next } })
  expect(item.title).toBe('After it')
})
