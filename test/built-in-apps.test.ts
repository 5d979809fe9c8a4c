import { expect, test } from 'vitest'
import { solutionParts } from '../src/app/solutions.ts'
import { applyBuiltIn } from '../src/areas/solutions/built-in.ts'
import { readFolder } from '../src/definitions/folder.ts'
import { startApp } from './app.ts'

const { as, admin, make, request } = await startApp()
await applyBuiltIn(make.asSystem, solutionParts, await readFolder('solutions/_system'))

const send = async (path: string, body: unknown) => {
  const headers = { authorization: `Bearer ${admin.token}` }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await request(`/pub/v1/app/${path}`, init)
  return { status: response.status, body: JSON.parse(await response.text()) }
}

test('companies, contacts and our companies have the fields that programs write', async () => {
  const contact = await send('_clients/_contacts/create', {
    context: { _fullname: { lastname: 'Lind' }, _account: [{ type: 'telegram', login: 'lind' }] },
  })
  const company = {
    ...{ __name: 'Acme', _legalName: 'Acme Ltd.', _legalAddress: 'Riga', _inn: '1', _kpp: '2' },
    ...{ _ogrn: '3', _bank: 'Bank', _bik: '4', _contacts: [contact.body.item.__id] },
  }
  const own = {
    ...{ __name: 'We', _full_legal_name: 'We Ltd.', _legal_address: 'A', _actual_address: 'B' },
    ...{ _transactional_account: '5', _correspondent_account: '6', _director: [admin.id] },
    ...{ _inn: '1', _kpp: '2', _ogrn: '3', _bank: 'Bank', _bik: '4' },
  }

  const made = await send('_clients/_companies/create', { context: company })
  const ours = await send('_system_catalogs/_my_companies/create', { context: own })

  expect(contact.body.item._account).toEqual([{ type: 'telegram', login: 'lind' }])
  expect(made.body).toMatchObject({ item: company })
  expect(ours.body).toMatchObject({ item: own })
  expect([contact, made, ours].map(({ body }) => body.warnings)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('employees are the users, under both names', async () => {
  for (const code of ['employee', '_employees']) {
    const { body } = await send(`_system_catalogs/${code}/list`, { ids: [admin.id] })
    expect(body.result.result).toMatchObject([{ __id: admin.id, user: [admin.id] }])
    expect(
      await send(`_system_catalogs/${code}/create`, { context: { __name: 'x' } }),
    ).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('change them as users') },
    })
  }
})

test('a value of an unknown built-in code is warned of, with the code that was meant', async () => {
  const { body } = await send('_clients/_companies/create', {
    context: { __name: 'Acme', _kp: '770', other: 1 },
  })

  expect(body.warnings).toEqual(['"_kp" was ignored: there is no such field, did you mean "_kpp"?'])
})

const countOf = async () =>
  (await send('_clients/_companies/list', { size: 0 })).body.result.total as number

test.each([
  [{ Context: { __name: 'x' } }, 'Context', 'unknown key, did you mean "context"?'],
  [{ contxt: { __name: 'x' }, withEventForceCreate: true }, 'contxt', 'did you mean "context"?'],
  [{ __name: 'x' }, '__name', 'values of fields belong inside "context"'],
  [{ context: {}, __name: 'x' }, '__name', 'values of fields belong inside "context"'],
  [{ subject: 'x' }, 'subject', 'values of fields belong inside "context"'],
])('a create that has nothing known is refused: %j', async (body, path, message) => {
  const before = await countOf()

  const refused = await send('_clients/_companies/create', body)

  expect(refused.status).toBe(400)
  expect(refused.body.details).toEqual([{ path, message: expect.stringContaining(message) }])
  expect(await countOf()).toBe(before)
})

test('the same holds for changes and for each item of a batch', async () => {
  const { body } = await send('_clients/_companies/create', { context: { __name: 'x' } })
  const update = await send(`_clients/_companies/${body.item.__id}/update`, {
    Context: { _inn: '1' },
  })
  const items = [{ namespace: '_clients', code: '_companies', Context: { _inn: '1' } }]
  const batch = await send('items/batch', { items })

  expect(update.status).toBe(400)
  expect(batch.body.details).toMatchObject([{ path: 'items.0.Context' }])
})

test.each([{}, { context: {} }, { context: null }, { context: {}, __id: '', other: 'x' }])(
  'an item without values is created on purpose: %j',
  async (body) => {
    expect(await send('_clients/_companies/create', body)).toMatchObject({ status: 200 })
  },
)

test('keys beside values are ignored, and those that look like fields are warned of', async () => {
  const { status, body } = await send('_clients/_companies/create', {
    context: { __name: 'In' },
    __externalId: 'out',
    other: 1,
  })

  expect(status).toBe(200)
  expect(body.item).toMatchObject({ __name: 'In', __externalId: null })
  expect(body.warnings).toEqual([
    '"__externalId" was ignored: values of fields belong inside "context"',
  ])
})

test('the typed client sees warnings too', async () => {
  const params = { namespace: '_clients', code: '_companies' }
  const made = await as(admin).apps.createItem({
    params,
    input: { context: { __name: 'x', _nothing: 1 } },
  })

  expect(made).toMatchObject({ warnings: [expect.stringContaining('"_nothing"')] })
})
