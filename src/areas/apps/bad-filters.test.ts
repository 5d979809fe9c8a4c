import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution } from '../../../test/solution.ts'
import { isStorable } from '../../lib/storable.ts'

const { as, admin, request } = await startApp()
await as(admin).solutions.apply({
  input: {
    files: appSolution(
      'bad',
      'items',
      `name: Items
fields:
  title: { name: Title, type: STRING }
  count: { name: Count, type: INTEGER }
  rate: { name: Rate, type: FLOAT }
  price: { name: Price, type: MONEY, currency: EUR }
  at: { name: At, type: DATETIME }
  day: { name: Day, type: DATETIME, kind: date }
  clock: { name: Clock, type: DATETIME, kind: time }
  colour: { name: Colour, type: CATEGORY, options: { red: Red } }
  owner: { name: Owner, type: SYS_USER }
  items: { name: Items, type: SYS_COLLECTION, app: bad/items }
  about: { name: About, type: REF_ITEM }
  roles: { name: Roles, type: ROLE }
  phone: { name: Phone, type: PHONE }
  person: { name: Person, type: FULL_NAME }
  spent: { name: Spent, type: DURATION }
`,
    ),
  },
})
const FIELDS = ['title', 'count', 'rate', 'price', 'at', 'day', 'clock', 'colour', 'owner', 'items']
FIELDS.push('about', 'roles', 'phone', 'person', 'spent', '__id', '__status', '__tasks', '__index')

/** The text goes out as it is: JSON of ours could not say what others send. */
async function send(body: string) {
  const response = await request('/pub/v1/app/bad/items/list', {
    method: 'POST',
    headers: { 'x-token': admin.token },
    body,
  })
  const { success, error } = (await response.json()) as { success: boolean; error: string }
  return { status: response.status, success, error }
}
const filter = (of: unknown) => JSON.stringify({ filter: of })

const SQL = [
  "'; drop table kontor.users; --",
  '") or 1=1 --',
  "' or '1'='1",
  '$1',
  '\\',
  "\\'; select pg_sleep(10); --",
  '%',
  '{"$gt": ""}',
]
const NUMBERS = [
  '9223372036854775807',
  '-9223372036854775808',
  '1e308',
  '1e400',
  '-1e400',
  '1e-400',
]
const TIMES = [
  '0000-01-01',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-23:59',
  '10000-01-01',
  '2026-02-31',
  '2026-02-30T00:00:00Z',
  '2026-03-02T25:00:00Z',
  '2026-03-02T09:15:00+99:99',
  '2026-03-02T09:15:00-14:00',
  'NaN',
  'infinity',
  'now',
]
const TEXTS = ['\u0000', '\ud800', '\udfff\ud800', '\u202e', 'a'.repeat(500_000)]
const OTHERS = [null, true, [], {}, [[]], [null], [{}], { min: {} }, { min: [], max: {} }, [1, 'x']]

const values = [...SQL, ...TIMES, ...TEXTS, ...OTHERS].map((value) => JSON.stringify(value))
const literals = [...values, ...NUMBERS]
const bounds = [...literals].map((value) => `{"min":${value},"max":${value}}`)

test.each(FIELDS)(
  'no value for %s makes the server fail',
  async (field) => {
    const name = JSON.stringify(field)
    const bodies = [
      ...[...literals, ...bounds].map((value) => `{"filter":{"tf":{${name}:${value}}}}`),
      ...literals.flatMap((value) =>
        ['eq', 'neq', 'gt', 'lte', 'like', 'in', 'link'].map(
          (op) => `{"filter":{"${op}":[{"field":${name}},{"const":${value}}]}}`,
        ),
      ),
    ]

    for (const body of bodies) {
      const { status, success, error } = await send(body)
      const isRight = success ? status === 200 && error === '' : status === 400 && error.length > 10
      if (!isRight) expect({ body: body.slice(0, 200), status, error }).toBe('an answer or a 400')
    }
  },
  120_000,
)

test.each([...SQL, ...TEXTS.slice(0, 3), 'constructor', 'toString', ''])(
  'the code %j is nothing but an unknown code',
  async (code) => {
    const bodies = [
      filter({ tf: { [code]: 'x' } }),
      filter({ eq: [{ field: code }, { const: 1 }] }),
      filter({ [code]: [] }),
      JSON.stringify({ sortExpressions: [{ field: code }] }),
      JSON.stringify({ statusCode: [code] }),
      filter({ eql: { query: `[${code}] = 1` } }),
      filter({ eql: { query: `[items.${code}] = 1` } }),
      filter({ eql: { query: `[items] in (select [__id] from [${code}.${code}])` } }),
    ]

    for (const body of bodies) {
      const { status, error } = await send(body)
      expect([status, error.length > 5]).toEqual([400, true])
    }
    const { status } = await send(JSON.stringify({ fields: { [code]: { '*': true } } }))
    expect(status).toBe(isStorable(code) ? 200 : 400)
  },
)

test.each([
  ...SQL.map((value) => `[title] = '${value}'`),
  ...SQL.map((value) => `[title] = '${value.replaceAll("'", "''")}'`),
  ...SQL.map((value) => `[title] likef '${value.replaceAll("'", "''")}'`),
  ...SQL,
  ...TEXTS.slice(0, 4).map((value) => `[title] = '${value}'`),
  ...TEXTS.slice(0, 4).map((value) => `[title] like '${value}'`),
  `[count] = ${'9'.repeat(400)}`,
  `[count] in (${'9'.repeat(400)}, -${'9'.repeat(400)})`,
  `Count([items]) = ${'9'.repeat(400)}`,
  '[at] = Datetime(99999999999)',
  '[at] = Datetime(9999)',
  '[at] <= Datetime(9999, 12, 31, 23, 59, 59)',
  '[day] <= Datetime(9999)',
  '[day] >= Datetime(1)',
  '[at] = Datetime(-1)',
  '[at] = Datetime(1.5)',
  '[clock] <= Time(23)',
  '[clock] > Time(23, 59, 59)',
  '[clock] = Time(24)',
  "[at] = Datetime(2023, '+99:00')",
  "[at] = RelativeDatetime('-2026y')",
  "[at] = RelativeDatetime('99999y')",
  "[at] in RelativeDatetime('0d', '-5d')",
  '[spent] = 1.5',
  '[price] = 1.005',
  '[__tasks] is null',
  "[owner.__name] = 'x' and [owner.groupIds] is null",
  "[__createdBy.email] like 'x'",
  "[about] = ':::'",
  "[roles] = 'x'",
  '[items] = parent.[items]',
  '[items] in (select [items] from [bad.items] where [items] in (select [items] from [bad.items]))',
])('the query %s is answered or refused', async (query) => {
  const { status, error } = await send(filter({ eql: { query } }))

  expect([200, 400]).toContain(status)
  if (status === 400) expect(error).toMatch(/eql|filter/)
})

const nested = (levels: number, open: string, end: string) =>
  `${open.repeat(levels)}{}${end.repeat(levels)}`

test.each([
  ['10,000 levels of not', `{"filter":${nested(10_000, '{"not":', '}')}}`, 'nested deeper'],
  ['10,000 levels of and', `{"filter":${nested(10_000, '{"and":[', ']}')}}`, 'nested deeper'],
  ['10,000 conditions', filter({ and: Array(10_000).fill({}) }), 'conditions'],
  ['20,000 ids', `{"ids":[${Array(20_000).fill(`"${admin.id}"`)}]}`, 'at most 10000 ids'],
  [
    '20,000 values',
    filter({ tf: { items: Array(20_000).fill(admin.id) } }),
    'more than 10000 values',
  ],
  ['a deep query', filter({ eql: { query: `${'('.repeat(10_000)}[count] = 1` } }), 'nested deeper'],
  ['many nots', filter({ eql: { query: `${'not '.repeat(4000)}[count] = 1` } }), 'nested deeper'],
  [
    'a long query',
    filter({ eql: { query: `[title] = '${'x'.repeat(1_000_000)}'` } }),
    'longer than',
  ],
  ['a deep projection', `{"fields":${nested(10_000, '{"items":', '}')}}`, 'nested deeper'],
  [
    'many sorts',
    JSON.stringify({ sortExpressions: Array(1000).fill({ field: '__id' }) }),
    'sortExpressions',
  ],
])('%s are refused by name', async (_, body, message) => {
  const { status, error } = await send(body)

  expect([status, error]).toEqual([400, expect.stringContaining(message)])
})

test('10 MB of text are too much', async () => {
  expect((await send(filter({ tf: { title: 'x'.repeat(10_000_000) } }))).status).toBe(413)
})

test('an app without statuses has no items in any group of them', async () => {
  const params = { namespace: 'bad', code: 'items' }
  await as(admin).apps.createItem({ params, input: { context: { title: 'One' } } })
  const statusGroupId = randomUUID()

  const { result } = await as(admin).apps.listItems({ params, input: { statusGroupId } })

  expect(result).toMatchObject({ result: [], total: 0 })
})
