import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { startRegistry } from '../../../test/registration.ts'

const { admin, as, make } = await startApp()
const client = as(admin)
const { folder, item, register, place, apply, folders } = await startRegistry(client)
const read = async (input: object = {}, by = client) => by.registration.records({ input })
const numbers = async (input: object = {}, by = client) =>
  (await read(input, by)).records.map(({ number }) => number)

const incoming = await folder({ template: 'IN-{$__index}', reserveEnabled: true }, 'Incoming')
const outgoing = await folder({ template: 'OUT-{$__index}' }, 'Outgoing')
const first = await item({ __name: 'Lease' })
await register(first, incoming.id, { date: '2026-01-10T09:00:00Z' })
await register(await item(), outgoing.id, { date: '2026-02-10T09:00:00Z' })
await register(await item(), incoming.id, { date: '2026-03-10T09:00:00Z' })

test('the journal tells of every registration, the newest first', async () => {
  const { records, total } = await read()

  expect(records.map(({ number }) => number)).toEqual(['IN-2', 'OUT-1', 'IN-1'])
  expect(total).toBe(3)
  expect(records[2]).toMatchObject({
    date: '2026-01-10T09:00:00.000Z',
    folder: { id: incoming.id, name: 'Incoming' },
    item: { ...place, id: first, name: 'Lease' },
    registrar: { id: admin.id, name: admin.name },
    state: 'registered',
  })
})

test('it is narrowed by folder, app, date and a part of the number, and read in pages', async () => {
  expect(await numbers({ folder: incoming.id })).toEqual(['IN-2', 'IN-1'])
  expect(await numbers({ app: 'contracts/agreements', q: 'out' })).toEqual(['OUT-1'])
  expect(await numbers({ app: 'contracts/other' })).toEqual([])
  const [since, until] = ['2026-01-10T09:00:00Z', '2026-03-10T09:00:00Z']
  expect(await numbers({ since, until })).toEqual(['OUT-1', 'IN-1'])
  const page = await read({ from: 1, size: 1 })
  expect([page.records.map(({ number }) => number), page.total]).toEqual([['OUT-1'], 3])
  await expect(read({ folder: 'no/such' })).rejects.toThrow('folder not found')
})

test('only registrations of items that one may read are told', async () => {
  const ann = await make.user()
  expect(await read({}, as(ann))).toMatchObject({ records: [], total: 0 })

  const grant = (kind: string, object: string) =>
    client.access.grant({
      input: { kind, object, right: 'read', subjectKind: 'user', subject: ann.id },
    })
  await grant('item', `contracts/agreements/${first}`)
  expect(await numbers({}, as(ann))).toEqual(['IN-1'])
  await grant('app', 'contracts/agreements')
  expect(await numbers({}, as(ann))).toEqual(['IN-2', 'OUT-1', 'IN-1'])
})

test('an author reads of what they have written where the app says so', async () => {
  await apply(`{ folders: [${folders}] }`, '{ "group:all_users": [create], "role:author": [read] }')
  const bob = await make.user()
  const { item: own } = await as(bob).apps.createItem({ params: place, input: { context: {} } })
  await register(own.__id, outgoing.id)

  expect(await numbers({}, as(bob))).toEqual(['OUT-2'])
})

test('reserved and cancelled numbers are there as well', async () => {
  const { registration } = await client.registration.reserve({
    params: place,
    input: { folder: incoming.id },
  })
  await client.registration.cancel({ params: { id: registration.id } })

  const { records } = await read({ folder: incoming.id, size: 1 })

  expect(records[0]).toMatchObject({ item: { ...place, id: null, name: '' }, state: 'canceled' })
})
