import { expect, test } from 'vitest'
import { params, rents, startPayables } from '../../../test/payables.ts'
import { newId } from '../../lib/ids.ts'

const { apps, contracts, list, create } = await startPayables()

test('an item is changed in its own app, under the codes of the contract', async () => {
  const rent = await create(rents, { subject: 'Before', remark: 'kept' })
  const id = rent.__id

  const { item } = await contracts.updateItem({
    params: { ...params, id },
    input: { context: { title: 'After', amount: { cents: 5 }, __externalId: 'r-1' } },
  })

  expect(item).toMatchObject({ title: 'After', note: 'kept', __externalId: 'r-1' })
  const stored = await apps.getItem({ params: { ...rents, id } })
  expect(stored.item).toMatchObject({ subject: 'After', rent: { cents: 5, currency: 'EUR' } })
})

test('an item that was changed meanwhile is left as it is', async () => {
  const { __id: id, __version } = await create(rents, { subject: 'Version' })
  const update = (etag: string) =>
    contracts.updateItem({
      params: { ...params, id },
      input: { context: { note: 'x' } },
      headers: { 'if-match': etag },
    })

  await update(`"${__version}"`)

  await expect(update(`"${__version}"`)).rejects.toMatchObject({ code: 'precondition_failed' })
})

test.each([
  ['a wrong value', { amount: 'x' }, 'field "amount": expected {"cents", "currency"}'],
  ['a user who is not there', { payer: [newId()] }, 'field "payer": there is no user'],
  [
    'an option of the contract that the app has not',
    { kind: ['monthly'] },
    'field "kind.0": expected an option',
  ],
  ['a value the app has no field for', { note: 'x' }, 'items of docs/invoices have no such field'],
])('%s is refused in the words of the contract', async (_, context, message) => {
  const before = (await list({ size: 0 })).total

  const refused = contracts.createItem({ params, input: { context } })

  await expect(refused).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining(message),
  })
  expect((await list({ size: 0 })).total).toBe(before)
})

test('fields that are unknown, or empty where the app has none, are ignored', async () => {
  const { item } = await contracts.createItem({
    params,
    input: { context: { title: 'Ignored', note: null, nothing: 1, __status: {}, total: 5 } },
  })

  expect(item).toMatchObject({ title: 'Ignored', amount: null })
})

test('a contract without a default source creates nothing', async () => {
  const { total } = await list({ size: 0 })

  const refused = contracts.createItem({
    params: { namespace: 'docs', code: 'orphan' },
    input: { context: { title: 'x' } },
  })

  await expect(refused).rejects.toMatchObject({
    status: 400,
    message: 'the contract has no default source',
  })
  expect(await list({ size: 0 })).toEqual({ total, result: [] })
})

test.each([
  ['a wrong value', { title: 'x', amount: 'much' }, 'amount'],
  ['a name that is too long', { title: 'x'.repeat(2000) }, 'title'],
  ['a user who is not there', { title: 'x', payer: [newId()] }, 'payer'],
  ['a value that must be unique', { title: 'x', code: 'A-1' }, 'code'],
])('%s is told under the name that the contract has for it', async (_, context, path) => {
  const named = { namespace: 'named', code: 'thing' }
  const make = (wanted: object) =>
    contracts.createItem({ params: named, input: { context: { ...wanted } } })
  if (path === 'code') await make({ title: 'first', code: 'A-1' })

  await expect(make(context)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(`field "${path}"`),
    details: [{ path }],
  })
})

test('what an app requires and the contract does not have is told as such', async () => {
  const params = { namespace: 'named', code: 'short' }

  const create = contracts.createItem({ params, input: { context: { title: 'x' } } })

  await expect(create).rejects.toMatchObject({
    status: 400,
    message: '"owner" of named/strict is not in the contract: a value is required',
  })
})

test('a contract takes nothing whose names are all unknown to it', async () => {
  const create = contracts.createItem({ params, input: { context: { tittle: 'x', total: 1 } } })

  await expect(create).rejects.toMatchObject({
    status: 400,
    details: [
      { path: 'tittle', message: 'there is no such field, did you mean "title"?' },
      { path: 'total', message: 'there is no such field' },
    ],
  })
})
