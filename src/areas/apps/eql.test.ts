import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'

const now = new Date('2026-03-18T10:30:00Z')
const { as, admin, make } = await startApp({ now: () => now })
const { apps, solutions, access } = as(admin)

await solutions.apply({
  input: {
    files: solution('shop', {
      'workspaces/shop/apps/companies.yaml': `name: Companies
fields:
  city: { name: City, type: STRING }
  limit: { name: Limit, type: INTEGER }
  head: { name: Head, type: SYS_COLLECTION, app: shop/companies }
`,
      'workspaces/shop/apps/orders.yaml': `name: Orders
fields:
  company: { name: Company, type: SYS_COLLECTION, app: shop/companies, single: false }
  manager: { name: Manager, type: SYS_USER }
  person: { name: Person, type: FULL_NAME }
  tags: { name: Tags, type: CATEGORY, multiple: true, options: { red: Red, blue: Blue } }
  price: { name: Price, type: FLOAT }
  amount: { name: Amount, type: MONEY, currency: EUR }
  paid: { name: Paid, type: BOOLEAN }
  due: { name: Due, type: DATETIME }
  day: { name: Day, type: DATETIME, kind: date }
  clock: { name: Clock, type: DATETIME, kind: time }
  about: { name: About, type: REF_ITEM }
  lines: { name: Lines, type: TABLE, columns: { sum: { name: Sum, type: INTEGER } } }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }, { id: 2, code: done, name: Done }] }
`,
    }),
  },
})

const orders = { namespace: 'shop', code: 'orders' }
const companies = { namespace: 'shop', code: 'companies' }
const create = async (params: typeof orders, context: Record<string, unknown>) =>
  (await apps.createItem({ params, input: { context } })).item.__id

const acme = await create(companies, { __name: 'Acme', city: 'Riga', limit: 2 })
const bolt = await create(companies, { __name: 'Bolt', city: 'Oslo', limit: 0, head: [acme] })
await create(companies, { __name: 'Idle' })
await create(orders, {
  __name: 'one',
  company: [acme],
  manager: [admin.id],
  person: { lastname: 'Smith', firstname: 'Jo', middlename: '' },
  tags: [{ code: 'red' }, { code: 'blue' }],
  price: 400,
  amount: { cents: 1250, currency: 'EUR' },
  paid: true,
  due: '2023-01-15T10:20:30Z',
  day: '2026-03-18',
  clock: '14:30:00',
  about: [{ namespace: 'shop', code: 'companies', id: acme }],
  lines: { rows: [{ sum: 1 }, { sum: 2 }] },
})
await create(orders, {
  __name: 'two 100%',
  company: [bolt, acme],
  tags: [{ code: 'blue' }],
  price: -1.5,
  paid: false,
  due: '2026-03-17T23:59:59Z',
  day: '2026-03-17',
  clock: '15:00:00',
})
await create(orders, { __name: "it's", price: 1, due: '2026-03-18T10:30:00Z' })

const eql = async (query: string, params = orders) => {
  const input = {
    filter: { eql: { query } },
    sortExpressions: [{ field: '__index', ascending: true }],
  }
  const { result } = await apps.listItems({ params, input })
  return result.result.map(({ __name }) => __name).join(', ')
}

const ONE = 'one'
const TWO = 'two 100%'
const THREE = "it's"

test.each([
  ['[price] = 400', ONE],
  ['[price] <> 400', `${TWO}, ${THREE}`],
  ['[price] >= 1 and [price] < 400', THREE],
  ['400 > [price]', `${TWO}, ${THREE}`],
  ['[price] in (1, -1.5)', `${TWO}, ${THREE}`],
  ['not [price] in (1, -1.5)', ONE],
  ["[__name] = 'it''s'", THREE],
  ["[__name] like 'ON'", ONE],
  ["[__name] like '%'", TWO],
  ["[__name] likef 'T%'", TWO],
  ["[__name] likef '%\\%'", TWO],
  ["[__name] likef 'o_e'", ONE],
  ["[__name] likef 'o'", ''],
  ["[person.lastname] = 'Smith'", ONE],
  ["[person] like 'smith jo'", ONE],
  ['[person] is null', `${TWO}, ${THREE}`],
  ['not [person] is null', ONE],
  ['[person] = null', `${TWO}, ${THREE}`],
  ['[paid] = true', ONE],
  ['[paid] <> true', `${TWO}, ${THREE}`],
  ["[tags] in ('red')", ONE],
  ["[tags] = 'blue'", `${ONE}, ${TWO}`],
  ["[tags] in ('red', null)", `${ONE}, ${THREE}`],
  ['[amount] = 12.5', ONE],
  ["[amount.currency] = 'EUR'", ONE],
  ['[__status] = 1', `${ONE}, ${TWO}, ${THREE}`],
  ['[due] = Datetime(2023)', ONE],
  ['[due] = Datetime(2023, 1)', ONE],
  ['[due] = Datetime(2023, 2)', ''],
  ['[due] > Datetime(2023, 1)', `${TWO}, ${THREE}`],
  ['[due] <= Datetime(2023, 1)', ONE],
  ['[due] = Datetime(2023, 1, 15, 10, 20, 30)', ONE],
  ["[due] = Datetime(2023, 1, 15, 13, 20, 30, 'Europe/Moscow')", ONE],
  ["[due] = Datetime('Today')", THREE],
  ["[due] = Datetime('Today', 'Europe/Moscow')", `${TWO}, ${THREE}`],
  ["[due] = Datetime('Now')", THREE],
  ["[due] < Datetime('Today')", `${ONE}, ${TWO}`],
  ["[due] = RelativeDatetime('-1d','0d')", `${TWO}, ${THREE}`],
  ["[due] in RelativeDatetime('-1d','-1d')", TWO],
  ["[due] in RelativeDatetime('0h')", THREE],
  ["[due] in (RelativeDatetime('0w'))", `${TWO}, ${THREE}`],
  ["[due] in RelativeDatetime('-4y', '-1q')", ONE],
  ["[due] >= RelativeDatetime('-1d')", `${TWO}, ${THREE}`],
  ["[due] > RelativeDatetime('-1d')", THREE],
  ["[due] < RelativeDatetime('-1d')", ONE],
  ["[due] <= RelativeDatetime('-1q', '-1d')", `${ONE}, ${TWO}`],
  ["RelativeDatetime('-1d') < [due]", THREE],
  ["[day] = Datetime('Today')", ONE],
  ['[day] <= Datetime(2026, 3, 17)', TWO],
  ['[clock] = Time(14)', ONE],
  ['[clock] >= Time(14, 31)', TWO],
  ['[manager] = CurrentUser()', ONE],
  ['[__createdBy] = CurrentUser() and [price] = 1', THREE],
  ["[about] = Refitem('shop','companies')", ONE],
  [`[about] = 'shop:companies:${acme}'`, ONE],
  [`[about] in (Refitem('shop','companies','${bolt}'))`, ''],
  ['Count([company]) = 2', TWO],
  ['Count([lines]) = 2', ONE],
  ['Count([tags]) in (0, 2)', `${ONE}, ${THREE}`],
  ['Count([tags]) > Count([company])', ONE],
  [`[company] in ('${bolt}')`, TWO],
  ["[company.city] = 'Riga'", `${ONE}, ${TWO}`],
  ["[company.city] <> 'Riga'", THREE],
  ["[company.head.city] = 'Riga'", TWO],
  ['[company.head] is null', `${ONE}, ${THREE}`],
  ['not [company.city] is null', `${ONE}, ${TWO}`],
  ['[price] > [company.limit]', ONE],
  ["[manager.__name] like ''", ONE],
  ["[company] in (select [__id] from [shop.companies] where [city] = 'Oslo')", TWO],
  ["[company] in (from [shop.companies] select [__id] where [city] = 'Oslo')", TWO],
  ['not [company] in (SELECT [__id] FROM [shop.companies])', THREE],
  ['Count(select [__id] from [shop.companies] where [limit] < parent.[price]) = 2', ONE],
  ['Count(select [__id] from [shop.companies]) = 3 and [price] = 1', THREE],
] as const)('%s finds %s', async (query, expected) => {
  expect(await eql(query)).toBe(expected)
})

test.each([
  ['[__id] in (select [company] from [shop.orders])', 'Acme, Bolt'],
  ['[__id] in (select [company] from [shop.orders] where [price] > 0)', 'Acme'],
  ['not [__id] in (select [company] from [shop.orders])', 'Idle'],
  ['Count(select [__id] from [shop.orders] where [company] = parent.[__id]) = 0', 'Idle'],
  ['Count(select [__id] from [shop.orders] where [company] in (parent.[__id])) = 2', 'Acme'],
  ['[limit] in (select [company.limit] from [shop.orders] where [price] = 400)', 'Acme'],
  ['0 in (select [limit] from [shop.companies])', 'Acme, Bolt, Idle'],
  [
    `[__id] in (select [company] from [shop.orders] where [price] in
      (select [price] from [shop.orders] where root.[limit] = 2 and [price] = parent.[price]))`,
    'Acme',
  ],
  ['[__createdBy] in (select [manager] from [shop.orders]) and [limit] = 0', 'Bolt'],
] as const)('%s finds %s', async (query, expected) => {
  expect(await eql(query, companies)).toBe(expected)
})

test('queries stand together with other filters', async () => {
  const filter = {
    or: [
      { eql: { query: '[price] = 400' } },
      { and: [{ eql: { query: '[price] = 1' } }, { tf: {} }] },
    ],
  }

  const { result } = await apps.listItems({ params: orders, input: { filter } })

  expect(result.total).toBe(2)
})

test.each([
  ['[pric] = 1', 'eql: unknown field "pric", did you mean "price"? at position 1'],
  ["[price] = 'x'", 'eql: "price": expected a number, received string at position 9'],
  ['[price] like 1', 'eql: "price" is not text at position 9'],
  ['1 = 1', 'eql: one of the two sides must be a [property] at position 3'],
  ['[company.cty] = 1', 'eql: unknown field "cty", did you mean "city"? at position 1'],
  ['[price.x] = 1', 'eql: field "price" has no part "x" at position 1'],
  [
    '[company] in (select [__id] from [shop.compnies])',
    'eql: there is no app [shop.compnies], did you mean "shop.companies"? at position 15',
  ],
  ['[price] = parent.[price]', 'eql: "parent." can only be used inside a sub-query at position 18'],
  ['[due] = Datetime(2023, 2, 31)', 'eql: there is no such date'],
  ['[due] = Datetime(0)', 'eql: there is no such date'],
  ["[due] = Datetime('Tomorow')", "eql: expected 'Today', 'Now' or a date"],
  ["[due] = Datetime(2023, 'Mars')", "eql: there is no time zone 'Mars' at position 9"],
  ["[due] = RelativeDatetime('-99999y')", "eql: expected RelativeDatetime('-7d', '0d')"],
  ['[clock] = Datetime(2023)', 'eql: "clock": expected a time of day such as 14:30'],
  ["[__name] likef 'a\\\\\\'", 'eql: the text that starts here is not closed at position 16'],
  ['Count(select [nme] from [shop.companies]) = 1', 'eql: unknown field "nme" at position 14'],
  ["Count([tags]) = 'x'", 'eql: Count is compared with a number at position 17'],
  ['Count([tags]) = [__name]', 'eql: Count is compared with a number, "__name" is not a number'],
  ['[lines] = 1', 'eql: "lines": expected null'],
  ["[about] = Refitem('a','b','c')", 'eql: expected an id, got "c" at position 11'],
])('%s is refused with what would be right', async (query, message) => {
  await expect(eql(query)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining(message),
  })
})

test('other apps are seen only as far as the caller may', async () => {
  const ann = await make.user()
  await access.grant({
    input: {
      kind: 'app',
      object: 'shop/orders',
      right: 'read',
      subjectKind: 'user',
      subject: ann.id,
    },
  })
  const ask = async (query: string) => {
    const input = { filter: { eql: { query } } }
    return (await as(ann).apps.listItems({ params: orders, input })).result.total
  }

  expect(await ask("[company.city] = 'Riga'")).toBe(0)
  expect(await ask('[company] in (select [__id] from [shop.companies])')).toBe(0)
  expect(await ask('Count(select [__id] from [shop.companies]) = 0')).toBe(3)
})

test('a query has its limits', async () => {
  const many = (count: number, part: string, by: string) => Array(count).fill(part).join(by)

  await expect(eql(many(1001, '[price]=1', ' or '))).rejects.toThrow('more than 1000 conditions')
  await expect(eql(`[price] in (${many(9000, '1', ',')})`)).resolves.toBe(THREE)
  await expect(eql(many(21, "[company.city] = 'x'", ' or '))).rejects.toThrow(
    'more than 20 other lists',
  )
  await expect(eql(`[__name] = '${'x'.repeat(20_001)}'`)).rejects.toThrow('longer than 20000')
})
