import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'

/** What callers of the API were promised about lists, example by example. */

const { as, admin, request } = await startApp({ now: () => new Date('2026-03-02T09:20:31Z') })
const { apps, solutions } = as(admin)
await solutions.apply({
  input: {
    files: solution('service', {
      'workspaces/service/apps/companies.yaml': 'name: Companies\n',
      'workspaces/service/apps/requests.yaml': `name: Requests
fields:
  company: { name: Company, type: SYS_COLLECTION, app: service/companies }
  customer: { name: Customer, type: SYS_COLLECTION, app: service/companies }
  employee: { name: Employee, type: SYS_USER }
  urgency: { name: Urgency, type: CATEGORY, options: { low: Low, high: High } }
  total_qty: { name: Quantity, type: INTEGER }
  price: { name: Price, type: FLOAT }
  amount: { name: Amount, type: MONEY, currency: EUR }
  paid: { name: Paid, type: BOOLEAN }
  paid_at: { name: Paid at, type: DATETIME }
  phone: { name: Phone, type: PHONE }
  email: { name: E-mail, type: EMAIL }
  fullname: { name: Name, type: FULL_NAME }
  about: { name: About, type: REF_ITEM }
  photos: { name: Photos, type: JSON }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }, { id: 2, code: in_work, name: In work }, { id: 3, code: closed, name: Closed }] }
`,
    }),
  },
})
const requests = { namespace: 'service', code: 'requests' }
const create = async (code: string, context: Record<string, unknown>) =>
  (await apps.createItem({ params: { namespace: 'service', code }, input: { context } })).item.__id

const acme = await create('companies', { __name: 'Acme' })
const one = await create('requests', {
  __name: 'Invoice 1450',
  company: [acme],
  customer: [acme],
  employee: [admin.id],
  urgency: [{ code: 'low' }],
  total_qty: 12,
  price: 400,
  amount: { cents: 1250, currency: 'EUR' },
  paid: true,
  paid_at: '2026-03-01T00:00:00Z',
  phone: [{ type: 'work', tel: '+1 555 0100' }],
  email: [{ type: 'work', email: 'Ann@firm.example' }],
  fullname: { lastname: 'Lind', firstname: 'Ann', middlename: '' },
  about: [{ namespace: 'service', code: 'companies', id: acme }],
})
const two = await create('requests', { __name: 'Printer jam', total_qty: 3 })
await apps.setStatus({ params: { ...requests, id: two }, input: { status: 'closed' } })
const gone = await create('requests', { __name: 'Gone' })
await apps.deleteItem({ params: { ...requests, id: gone } })

const UNKNOWN = '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e01'
const names = new Map([
  [one, 'one'],
  [two, 'two'],
  [gone, 'gone'],
])

async function send(body: string, path = '/pub/v1/app/service/requests/list') {
  const headers = { 'x-token': admin.token }
  const init = path.includes('?') ? { headers } : { method: 'POST', headers, body }
  const response = await request(path, init)
  const answer = (await response.json()) as {
    error: string
    result: { result: { __id: string }[]; total: number }
  }
  return { status: response.status, ...answer }
}

async function found(body: object): Promise<string> {
  const { status, error, result } = await send(JSON.stringify(body))
  expect([status, error]).toEqual([200, ''])
  return result.result.map(({ __id }) => names.get(__id)).join(' ')
}

const BEYOND = 9.223372036854776e18

const filters: [filter: object, names: string][] = [
  [{}, 'one two gone'],
  [{ tf: {} }, 'one two gone'],
  [{ tf: { __name: 'INVOICE' } }, 'one'],
  [{ tf: { total_qty: { min: 10, max: null } } }, 'one'],
  [{ tf: { total_qty: { min: 3, max: 3 } } }, 'two'],
  [{ tf: { total_qty: { min: -BEYOND, max: BEYOND } } }, 'one two'],
  [{ tf: { __index: { min: 2 } } }, 'two gone'],
  [{ tf: { paid_at: { min: '2026-03-01T00:00:00Z', max: '2026-03-01' } } }, 'one'],
  [{ tf: { paid_at: { min: '1970-01-01', max: '3000-01-01' } } }, 'one'],
  [{ tf: { paid: true } }, 'one'],
  [{ tf: { paid: false } }, 'two gone'],
  [{ tf: { urgency: 'low' } }, 'one'],
  [{ tf: { urgency: ['low', 'high'] } }, 'one'],
  [{ tf: { urgency: [{ code: 'low' }] } }, 'one'],
  [{ tf: { phone: '(555)' } }, 'one'],
  [{ tf: { email: 'ANN@' } }, 'one'],
  [{ tf: { fullname: 'lind ann' } }, 'one'],
  [{ tf: { fullname: { lastname: 'lin' } } }, 'one'],
  [{ tf: { company: [acme] } }, 'one'],
  [{ tf: { company: [UNKNOWN] } }, ''],
  [{ tf: { employee: [admin.id] } }, 'one'],
  [{ tf: { __createdBy: admin.id } }, 'one two gone'],
  [{ tf: { __createdBy: [admin.id] } }, 'one two gone'],
  [{ tf: { __status: [3, 5] } }, 'two'],
  [{ tf: { __status: 3 } }, 'two'],
  [{ tf: { amount: { min: { cents: 1250, currency: 'EUR' }, max: 12.5 } } }, 'one'],
  [{ tf: { about: [{ namespace: 'service', code: 'companies', id: acme }] } }, 'one'],
  [{ tf: { about: [{ namespace: 'service', code: 'companies' }] } }, 'one'],
  [{ tf: { paid_at: null } }, 'two gone'],
  [{ eq: [{ field: 'fullname.lastname' }, { const: 'Lind' }] }, 'one'],
  [{ eq: [{ field: 'paid_at' }, { null: '' }] }, 'two gone'],
  [{ eq: [{ field: 'paid_at' }, null] }, 'two gone'],
  [{ neq: [{ field: 'price' }, { const: 400 }] }, 'two gone'],
  [{ gte: [{ field: 'price' }, { const: 400 }] }, 'one'],
  [{ like: [{ field: '__name' }, { const: 'in%e' }] }, 'one two'],
  [{ like: [{ field: '__name' }, { const: '' }] }, 'one two gone'],
  [{ in: [{ field: '__status' }, { list: [0, 3] }] }, 'two'],
  [{ in: [{ const: one }, { field: '__id' }] }, 'one'],
  [
    { in: [{ field: 'about' }, { list: [{ namespace: 'service', code: 'companies', id: acme }] }] },
    'one',
  ],
  [{ link: [{ field: 'employee' }, { list: [admin.id] }] }, 'one'],
  [{ has: [{ field: 'company' }, { const: acme }] }, 'one'],
  [{ intersect: [{ field: 'company' }, { list: [acme, UNKNOWN] }] }, 'one'],
  [{ and: [] }, 'one two gone'],
  [{ or: [] }, ''],
  [{ not: { tf: { paid: true } } }, 'two gone'],
  [{ not: [{ tf: { paid: true } }] }, 'two gone'],
  [{ eql: { query: '[price] = 400' } }, 'one'],
  [
    { or: [{ eql: { query: '[price] = 400' } }, { eql: { query: "[__name] like 'jam'" } }] },
    'one two',
  ],
  [
    {
      and: [
        { tf: { __name: 'invoice', total_qty: { min: 10, max: null } } },
        { link: [{ field: 'customer' }, { list: [acme] }] },
        {
          or: [
            { in: [{ field: '__status' }, { list: [1, 2] }] },
            { eq: [{ field: 'paid_at' }, { null: '' }] },
          ],
        },
      ],
    },
    'one',
  ],
]

test.each(filters)('the filter %j finds "%s"', async (filter, expected) => {
  expect(await found({ filter })).toBe(expected)
})

const requestsSent: [body: object, names: string][] = [
  [{ active: true }, 'one two'],
  [{ active: false }, 'one two gone'],
  [{ from: 1, size: 1 }, 'two'],
  [{ size: -1 }, 'one two gone'],
  [{ size: 1_000_000 }, 'one two gone'],
  [{ from: 100 }, ''],
  [{ ids: [two, UNKNOWN] }, 'two'],
  [{ ids: [] }, ''],
  [{ sortExpressions: [{ field: 'total_qty', ascending: true }] }, 'two one gone'],
  [{ sortExpressions: [{ field: '__index' }] }, 'gone two one'],
  [{ statusCode: ['new', 'in_work'] }, 'one gone'],
  [{ withPermissions: true, where: {}, conditions: [] }, 'one two gone'],
  [{ filter: [] }, 'one two gone'],
  [
    {
      active: true,
      fields: { '*': true },
      from: 0,
      size: 20,
      statusCode: ['new', 'in_work'],
      filter: {
        tf: { company: [acme], __createdAt: { min: '2026-03-01T00:00:00Z', max: null } },
      },
      sortExpressions: [{ field: '__index', ascending: true }],
    },
    'one',
  ],
]

test.each(requestsSent)('the request %j finds "%s"', async (body, expected) => {
  expect(await found(body)).toBe(expected)
})

test('a total is there without rows, and with a GET', async () => {
  expect((await send('{"size":0}')).result).toEqual({ result: [], total: 3 })
  expect((await send('')).result.total).toBe(3)
  const query = encodeURIComponent('{"size":10000}')
  expect((await send('', `/pub/v1/app/service/requests/list?query=${query}`)).result.total).toBe(3)
})

test.each([
  { active: {} },
  { filter: { tf: { company: acme } } },
  { filter: { tf: { unknown: 1 } } },
  { filter: { tf: { photos: 'x' } } },
  { filter: { frobnicate: [] } },
  { filter: { eq: [{ field: 'price' }] } },
  { filter: { eql: { query: '[price] =' } } },
  { sortExpressions: [{ field: 'urgency' }] },
  { statusCode: ['closedd'] },
])('%j is refused', async (body) => {
  const { status, error } = await send(JSON.stringify(body))

  expect([status, error.length > 5]).toEqual([400, true])
})
