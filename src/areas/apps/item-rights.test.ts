import { expect, test } from 'vitest'
import { startRequests } from '../../../test/requests.ts'

const { admin, apps, as, create, inApp, inItem, make, request } = await startRequests()
const { access } = as(admin)

test('apps are listed as far as the caller may read them', async () => {
  const ann = await make.user()
  const path = `/pub/v1/app/list?query=${encodeURIComponent('{"filter":{"tf":{"namespace":"service"}}}')}`

  const answer = await request(path, { headers: { 'x-token': admin.token } })
  const forAdmin = (await answer.json()) as { result: { total: number } }
  const before = await as(ann).apps.listApps()
  await access.grant({
    input: {
      kind: 'app',
      object: 'service/requests',
      right: 'read',
      subjectKind: 'user',
      subject: ann.id,
    },
  })
  const after = await as(ann).apps.listApps()

  expect(forAdmin.result.total).toBe(2)
  expect(before.result.total).toBe(0)
  expect(after.result.result).toMatchObject([{ code: 'requests', elementName: 'Request' }])
})

test('nothing granted is nothing allowed', async () => {
  const ann = await make.user()
  const item = await create({ subject: 'Secret' })
  const params = inItem(item.__id)
  const grant = (right: string) =>
    access.grant({
      input: {
        kind: 'app',
        object: 'service/requests',
        right,
        subjectKind: 'user',
        subject: ann.id,
      },
    })

  await expect(as(ann).apps.createItem({ params: inApp, input: {} })).rejects.toMatchObject({
    status: 403,
  })
  await expect(as(ann).apps.getItem({ params })).rejects.toMatchObject({ status: 404 })
  expect((await as(ann).apps.listItems({ params: inApp })).result.total).toBe(0)
  await grant('read')
  expect((await as(ann).apps.getItem({ params })).item.__id).toBe(item.__id)
  await expect(
    as(ann).apps.updateItem({ params, input: { context: { count: 9 } } }),
  ).rejects.toMatchObject({ status: 403 })
  await grant('update')
  expect(
    (await as(ann).apps.updateItem({ params, input: { context: { count: 9 } } })).item.count,
  ).toBe(9)
})

test('authors see what they wrote where authors may, and single items can be granted', async () => {
  const bob = await make.user()
  const params = { namespace: 'service', code: 'companies' }
  const grant = (
    kind: string,
    object: string,
    right: string,
    subjectKind: 'user' | 'role',
    subject: string,
  ) => access.grant({ input: { kind, object, right, subjectKind, subject } })
  await grant('app', 'service/companies', 'create', 'user', bob.id)
  await grant('app', 'service/companies', 'read', 'role', 'author')
  const { item: own } = await as(bob).apps.createItem({ params, input: {} })
  const { item: other } = await apps.createItem({ params, input: {} })
  const { item: given } = await apps.createItem({ params, input: {} })
  await grant('item', `service/companies/${given.__id}`, 'read', 'user', bob.id)

  const { result } = await as(bob).apps.listItems({ params })

  expect(result.result.map(({ __id }) => __id).sort()).toEqual([own.__id, given.__id].sort())
  expect(result.total).toBe(2)
  await expect(
    as(bob).apps.getItem({ params: { ...params, id: other.__id } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  expect((await as(bob).apps.getItem({ params: { ...params, id: given.__id } })).item).toEqual(
    given,
  )
})
