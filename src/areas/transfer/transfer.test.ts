import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

const { as, make, admin } = await startApp()
const { transfer, users } = as(admin)

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
  const { group } = await as(admin).scheme.createGroup({
    params: { namespace: 'global' },
    input: { __name: 'Left' },
  })
  await as(admin).scheme.addGroupItems({ params: { id: group.__id }, input: [ann.id] })

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
