import { expect, test } from 'vitest'
import { FILES, invoices, params, rents, startPayables } from '../../../test/payables.ts'
import { solution } from '../../../test/solution.ts'
import { newId } from '../../lib/ids.ts'

const { as, admin, make, apps, access, audit, contracts, solutions, list, create, titles, call } =
  await startPayables()

test('an item is created in the default app, changed, read and listed through the contract', async () => {
  const amount = { cents: 250_000, currency: 'EUR' }

  const created = await call('create', { context: { title: 'Rent, March', amount } })
  const id = created.answer.item.__id
  const updated = await call(`${id}/update`, { context: { title: 'Rent, March 2026' } })
  const read = await call(`${id}/get`)
  const twin = await call(`${id}/get`, {})
  const query = { active: true, size: 50, filter: { tf: { title: 'rent' } } }
  const listed = await call('list', {
    ...query,
    sortExpressions: [{ field: '__createdAt', ascending: false }],
  })
  const byGet = await call(`list?query=${encodeURIComponent(JSON.stringify(query))}`)

  expect(created).toMatchObject({
    status: 200,
    answer: {
      success: true,
      error: '',
      item: {
        __id: id,
        __name: 'Rent, March',
        __createdAt: '2026-03-02T09:15:00Z',
        __createdBy: admin.id,
        __deletedAt: null,
        __status: { order: 0, status: 4 },
        __source: invoices,
        title: 'Rent, March',
        amount,
      },
    },
  })
  const item = { ...updated.answer.item }
  expect(item).toMatchObject({ __name: 'Rent, March 2026', title: 'Rent, March 2026', amount })
  expect(item.note).toBe(null)
  expect(read).toEqual({ status: 200, answer: { success: true, error: '', item } })
  expect(twin).toEqual(read)
  expect(listed.answer.result).toEqual({ total: 1, result: [item] })
  expect(byGet.answer).toEqual(listed.answer)
  const { item: stored } = await apps.getItem({ params: { ...invoices, id } })
  expect(stored).toMatchObject({ __name: 'Rent, March 2026', total: amount })
  const { entries } = await audit.list({ input: { object: `item:docs/invoices/${id}` } })
  expect(entries.map(({ type }) => type)).toEqual(['app.item.updated', 'app.item.created'])
})

test('items of all apps are one list, filtered, sorted, cut and counted together', async () => {
  const word = newId()
  const made = []
  for (let at = 0; at < 10; at++) {
    const total = { cents: at * 100, currency: 'EUR' }
    made.push(
      at % 2 === 0
        ? await create(invoices, { __name: `${word} ${at}`, total, pay_by: `2026-04-1${at}` })
        : await create(rents, {
            subject: `${word} ${at}`,
            rent: total,
            due_at: `2026-04-1${at}T12:00:00Z`,
          }),
    )
  }
  const own = { tf: { title: word } }
  const by = (field: string, ascending: boolean) => ({ sortExpressions: [{ field, ascending }] })
  const named = (...numbers: number[]) => numbers.map((at) => `${word} ${at}`)

  expect(await list({ filter: own, size: 3, from: 2 })).toMatchObject({
    total: 10,
    result: named(2, 3, 4).map((title) => ({ title })),
  })
  expect(await list({ filter: own, size: 0 })).toEqual({ total: 10, result: [] })
  expect(await titles({ filter: own, size: 3, ...by('amount', false) })).toEqual(named(9, 8, 7))
  expect(await titles({ filter: own, size: 2, ...by('due', true) })).toEqual(named(0, 1))
  const range = { tf: { title: word, amount: { min: 3, max: { cents: 500 } } } }
  expect(await titles({ filter: range })).toEqual(named(3, 4, 5))
  const logic = {
    and: [
      own,
      {
        or: [
          { gt: [{ field: 'due' }, { const: '2026-04-18T13:00:00Z' }] },
          { eq: [{ field: 'amount' }, { const: { cents: 0, currency: 'EUR' } }] },
        ],
      },
    ],
  }
  expect(await titles({ filter: logic })).toEqual(named(0, 9))
  const ids = [made[4]?.__id ?? '', made[7]?.__id ?? '', newId()]
  expect(await list({ ids, fields: { title: true, __source: true } })).toEqual({
    total: 2,
    result: [
      { __id: ids[0], title: `${word} 4`, __source: invoices },
      { __id: ids[1], title: `${word} 7`, __source: rents },
    ],
  })
})

test('values are shown as the contract has them, whatever the settings of the app', async () => {
  const second = await make.user()
  const invoice = await create(invoices, {
    __name: 'Settings',
    pay_by: '2026-05-01',
    kind: ['other'],
    payer: [second.id, admin.id],
  })
  const rent = await create(rents, {
    subject: 'Settings',
    due_at: '2026-05-01T10:00:00Z',
    remark: 'north wing',
  })

  const { result } = await list({ ids: [invoice.__id, rent.__id] })

  expect(result).toMatchObject([
    {
      due: '2026-05-01T00:00:00Z',
      kind: [{ code: 'other', name: 'other' }],
      payer: [second.id, admin.id],
      note: null,
      __status: { order: 0, status: 4 },
    },
    {
      due: '2026-05-01T10:00:00Z',
      kind: null,
      payer: null,
      note: 'north wing',
      __status: null,
      __name: rent.__name,
    },
  ])
  expect(await titles({ ids: [rent.__id], filter: { tf: { kind: null } } })).toEqual(['Settings'])
  // The app has several payers where the contract has one: each of them is found.
  const byPayer = { ids: [invoice.__id], filter: { tf: { payer: [admin.id] } } }
  expect(await titles(byPayer)).toEqual(['Settings'])
})

test('queries in EQL, cursors and nested objects work across the apps', async () => {
  const word = newId()
  await create(invoices, {
    __name: `${word} a`,
    total: { cents: 700, currency: 'EUR' },
    payer: [admin.id],
  })
  await create(rents, { subject: `${word} b`, rent: { cents: 900, currency: 'EUR' } })
  await create(rents, { subject: `${word} c` })
  const query = `[title] like '${word}' and ([amount.cents] > 800 or [payer] in (CurrentUser()))`

  expect(await titles({ filter: { eql: { query } } })).toEqual([`${word} a`, `${word} b`])
  const nested = await list({ filter: { eql: { query } }, fields: { payer: { login: true } } })
  expect(nested.result[0]?.payer).toEqual([{ __id: admin.id, login: admin.login }])
  const own = { filter: { tf: { title: word } }, size: 2 }
  const first = await list({ ...own, after: '' })
  const second = await list({ ...own, after: first.after })
  expect([...first.result, ...second.result].map(({ title }) => title)).toEqual(
    ['a', 'b', 'c'].map((letter) => `${word} ${letter}`),
  )
  expect([first.total, second.after]).toEqual([3, null])
})

test('statuses are not translated: asking for them by code restricts nothing', async () => {
  const { total } = await list({})

  expect(await list({ statusCode: ['nonsense'], statusGroupId: newId() })).toMatchObject({ total })
})

test('each app shows what the caller may read there, in the list, the total and by id', async () => {
  const ann = await make.user()
  const bob = await make.user()
  const grant = (object: string, right: string, subject: string) => {
    const kind = object.split('/').length > 2 ? 'item' : 'app'
    return access.grant({ input: { kind, object, right, subject, subjectKind: 'user' } })
  }
  const word = newId()
  const invoice = await create(invoices, { __name: word })
  const rent = await create(rents, { subject: word })
  const other = await create(rents, { subject: word })
  const own = { filter: { tf: { title: word } } }
  await grant('docs/invoices', 'read', ann.id)
  await grant(`houses/rents/${rent.__id}`, 'read', ann.id)
  const [hers, his] = [as(ann).contracts, as(bob).contracts]

  expect((await list(own)).total).toBe(3)
  expect(await list({ ...own, size: 1 }, hers)).toMatchObject({ total: 2 })
  expect(await list(own, his)).toEqual({ total: 0, result: [] })
  await hers.getItem({ params: { ...params, id: rent.__id } })
  const unseen = [
    () => hers.getItem({ params: { ...params, id: other.__id } }),
    () => his.getItem({ params: { ...params, id: invoice.__id } }),
    () => his.updateItem({ params: { ...params, id: invoice.__id }, input: {} }),
  ]
  for (const act of unseen) await expect(act()).rejects.toMatchObject({ code: 'not_found' })
  const note = { context: { note: 'x' } }
  const forbidden = [
    () => hers.updateItem({ params: { ...params, id: rent.__id }, input: note }),
    () => hers.createItem({ params, input: { context: { title: 'x' } } }),
  ]
  for (const act of forbidden) await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
  await grant('docs/invoices', 'create', bob.id)
  const { item } = await his.createItem({ params, input: { context: { title: 'His' } } })
  expect(item).toMatchObject({ title: 'His' })
})

test.each([
  ['an unknown contract', { params: { namespace: 'docs', code: 'nothing' } }, 404],
  ['a bad filter', { params, input: { filter: { tf: { total: { min: 1 } } } } }, 400],
  ['a sort by a field of an app', { params, input: { sortExpressions: [{ field: 'rent' }] } }, 400],
])('%s is refused', async (_, asked, status) => {
  await expect(contracts.listItems(asked)).rejects.toMatchObject({ status })
})

test('an item that is not there is not found', async () => {
  const { status, answer } = await call(`${newId()}/update`, { context: {} })

  expect(status).toBe(404)
  expect(answer).toMatchObject({ success: false, error: expect.stringMatching(/^item not found/) })
})

test('an app that was removed takes its items out of the contract', async () => {
  await create(rents, { subject: 'Last one' })
  const { total } = await list({ size: 0 })
  const { 'workspaces/houses/apps/rents.yaml': _, ...rest } = FILES
  const contract = FILES['workspaces/docs/contracts/payable.yaml'].replace(/ {2}houses.*\n/, '')
  const files = {
    ...rest,
    'workspaces/docs/contracts/payable.yaml': contract,
    'workspaces/docs/contracts/orphan.yaml': contract,
  }
  await solutions.apply({ input: { files: solution('docs', files), allowLoss: true } })

  const left = await list({ size: 0 })

  expect(left.total).toBeLessThan(Number(total))
  expect(left.total).toBeGreaterThan(0)
})
