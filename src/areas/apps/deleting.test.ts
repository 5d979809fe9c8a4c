import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution } from '../../../test/solution.ts'

const time = new Date('2026-03-02T09:20:31Z')
const { as, admin, make } = await startApp({ now: () => time })
const { apps, solutions, access, audit } = as(admin)

await solutions.apply({
  input: {
    files: appSolution(
      'bin',
      'notes',
      'name: Notes\nfields:\n  number: { name: Number, type: STRING, unique: true }\n',
    ),
  },
})

const inApp = { namespace: 'bin', code: 'notes' }
const create = async (context: Record<string, unknown>) => {
  const { item } = await apps.createItem({ params: inApp, input: { context } })
  return { ...inApp, id: item.__id }
}
const read = async (params: typeof inApp & { id: string }) => (await apps.getItem({ params })).item
const listed = async (params: { id: string }, active: boolean) =>
  (await apps.listItems({ params: inApp, input: { ids: [params.id], active } })).result.total
const eventsOf = async ({ id }: { id: string }) => {
  const { entries } = await audit.list({ input: { object: `item:bin/notes/${id}` } })
  return entries.map(({ type }) => type).toReversed()
}

test('a deleted item stays, marked, and is left out where only active ones are wanted', async () => {
  const params = await create({})

  await apps.deleteItem({ params })

  expect(await read(params)).toMatchObject({ __deletedAt: '2026-03-02T09:20:31Z' })
  expect([await listed(params, true), await listed(params, false)]).toEqual([0, 1])
})

test('a restored item is as it was', async () => {
  const params = await create({ number: 'r1' })
  await apps.deleteItem({ params })

  const { item } = await apps.restoreItem({ params })

  expect(item).toMatchObject({ __deletedAt: null, number: 'r1' })
  expect(await listed(params, true)).toBe(1)
})

test('doing it twice is doing it once, with one event each', async () => {
  const params = await create({})

  await apps.deleteItem({ params })
  await apps.deleteItem({ params })
  await apps.restoreItem({ params })
  await apps.restoreItem({ params })

  expect(await eventsOf(params)).toEqual([
    'app.item.created',
    'app.item.deleted',
    'app.item.restored',
  ])
})

test('the unique values of a deleted item are free, and it cannot come back while they are taken', async () => {
  const params = await create({ number: 'u1' })
  await apps.deleteItem({ params })
  await create({ number: 'u1' })

  await expect(apps.restoreItem({ params })).rejects.toThrow(
    'field "number": another item has this value',
  )
})

test('the right to delete is needed, and what one may not read is not there', async () => {
  const params = await create({})
  const ann = await make.user()
  const remove = () => as(ann).apps.deleteItem({ params })
  const grant = (right: string) =>
    access.grant({
      input: { kind: 'app', object: 'bin/notes', right, subjectKind: 'user', subject: ann.id },
    })

  await expect(remove()).rejects.toMatchObject({ status: 404 })
  await grant('read')
  await expect(remove()).rejects.toMatchObject({ status: 403 })
  await grant('delete')
  await remove()

  expect(await read(params)).toMatchObject({ __deletedAt: expect.any(String) })
})

test('If-Match refuses to delete what somebody else has changed', async () => {
  const params = await create({})

  const call = apps.deleteItem({ params, headers: { 'if-match': '"1"' } })

  await expect(call).rejects.toMatchObject({ status: 412 })
})
