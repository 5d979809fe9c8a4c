import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { systemFields } from '../../definitions/system-fields.ts'

const now = { at: new Date('2026-03-20T12:00:00Z') }
const { admin, as, make } = await startApp({ now: () => now.at })
const [reader, author, granted, nobody] = [
  await make.user(),
  await make.user(),
  await make.user(),
  await make.user(),
]

const APP = `name: Sales
statuses:
  - code: main
    name: Main
    statuses: [{ id: 7, code: new, name: New }, { id: 2, code: won, name: Won }]
fields:
  title: { name: Title, type: STRING }
  kind: { name: Kind, type: CATEGORY, options: { a: A, b: B } }
  day: { name: Day, type: DATETIME, kind: date }
  at: { name: At, type: DATETIME }
  hour: { name: Hour, type: DATETIME, kind: time }
  pieces: { name: Pieces, type: INTEGER }
  weight: { name: Weight, type: FLOAT }
  price: { name: Price, type: MONEY, currency: EUR }
  margin: { name: Margin, type: INTEGER }
  owner: { name: Owner, type: SYS_USER }
  notes: { name: Notes, type: TABLE, columns: { text: { name: Text, type: STRING } } }
  extra: { name: Extra, type: JSON }
rights:
  "user:${reader.login}": [read]
  "user:${author.login}": [create]
  "role:author": [read]
fieldRights:
  margin: { "user:${author.login}": [read, update] }
`
const params = { namespace: 'shop', code: 'sales' }
await as(admin).solutions.apply({
  input: {
    files: solution('shop', {
      'workspaces/shop/apps/sales.yaml': APP,
      'workspaces/shop/contracts/sold.yaml': `name: Sold
fields:
  title: { name: Title, type: STRING }
  amount: { name: Amount, type: MONEY, currency: EUR }
  number: { name: Number, type: INTEGER }
apps:
  shop/sales: { title: title, amount: price, number: margin }
`,
    }),
  },
})

type Row = {
  __id: string
  __createdAt: string
  __status: { status: number; order: number }
  kind: { code: string }[] | null
  at: string | null
  day: string | null
  pieces: number | null
  weight: number | null
  price: { cents: number; currency: string } | null
}

const eur = (cents: number, currency = 'EUR') => ({ cents, currency })
const MADE: [by: typeof admin, at: string, context: Record<string, unknown>][] = [
  [
    admin,
    '2026-01-30',
    { kind: [{ code: 'a' }], pieces: 3, price: eur(100), at: '2026-01-31T23:30:00Z' },
  ],
  [admin, '2026-02-10', { kind: [{ code: 'a' }], pieces: 4, price: eur(250), day: '2026-02-28' }],
  [admin, '2026-02-25', { kind: [{ code: 'b' }], weight: 1.5, price: eur(50), day: '2026-03-01' }],
  [admin, '2026-03-05', { kind: [{ code: 'b' }], weight: 2.5, price: eur(70, 'USD'), margin: 9 }],
  [author, '2026-03-12', { kind: [{ code: 'a' }], pieces: 10, price: eur(1), margin: 4 }],
  [author, '2026-03-19', { pieces: 1, at: '2026-02-01T00:30:00Z', owner: [author.id] }],
  [admin, '2026-03-20', { title: 'gone', pieces: 1000, price: eur(99_999) }],
]
const ids: string[] = []
for (const [by, at, context] of MADE) {
  now.at = new Date(`${at}T10:00:00Z`)
  const { item } = await as(by).apps.createItem({ params, input: { context } })
  ids.push(item.__id)
}
now.at = new Date('2026-03-20T12:00:00Z')
const idAt = (at: number) => ({ ...params, id: ids[at] ?? '' })
await as(admin).apps.deleteItem({ params: idAt(6) })
await as(admin).apps.setStatus({ params: idAt(1), input: { status: 'won' } })
await as(admin).access.grant({
  input: {
    kind: 'item',
    object: `shop/sales/${ids[3]}`,
    right: 'read',
    subjectKind: 'user',
    subject: granted.id,
  },
})

const VIEWERS = { admin, reader, author, granted, nobody }
const SEEN = { admin: 6, reader: 6, author: 2, granted: 1, nobody: 0 }

const sum = (numbers: (number | null)[]) => {
  const known = numbers.filter((each) => each !== null)
  return known.length > 0 ? known.reduce((one, other) => one + other, 0) : null
}
const money = (rows: Row[]) => {
  const known = rows.flatMap(({ price }) => price ?? [])
  const isOne = new Set(known.map(({ currency }) => currency)).size === 1
  return isOne ? eur(sum(known.map(({ cents }) => cents)) ?? 0, known[0]?.currency) : null
}
const monthOf = (time: string | null) => time && `${time.slice(0, 7)}-01T00:00:00Z`

/** Each request, and what it gives by hand of the rows that the viewer reads in a list. */
const REQUESTS: Record<string, [input: Record<string, unknown>, byHand: (rows: Row[]) => unknown]> =
  {
    count: [{}, (rows) => [[[], [rows.length]]]],
    'sums and averages': [
      {
        values: [
          { function: 'sum', field: 'pieces' },
          { function: 'avg', field: 'weight' },
          { function: 'count', field: 'weight' },
          { function: 'max', field: 'pieces' },
          { function: 'sum', field: 'price' },
        ],
      },
      (rows) => {
        const weights = rows.flatMap(({ weight }) => weight ?? [])
        const pieces = rows.flatMap(({ pieces }) => pieces ?? [])
        return [
          [
            [],
            [
              sum(pieces),
              weights.length > 0 ? (sum(weights) ?? 0) / weights.length : null,
              weights.length,
              pieces.length > 0 ? Math.max(...pieces) : null,
              money(rows),
            ],
          ],
        ]
      },
    ],
    'by status': [
      { groupBy: [{ field: '__status' }] },
      (rows) =>
        grouped(
          rows,
          ({ __status: { status } }) => ({ order: status === 7 ? 1 : 2, status }),
          ({ length }) => [length],
        ),
    ],
    'by kind and month': [
      {
        groupBy: [{ field: 'kind' }, { field: '__createdAt', by: 'month' }],
        values: [{ function: 'sum', field: 'price' }],
      },
      (rows) =>
        grouped(
          rows,
          ({ kind, __createdAt }) => [kind, monthOf(__createdAt)],
          (all) => [money(all)],
        ),
    ],
    'by the month of a time, in UTC': [
      { groupBy: [{ field: 'at', by: 'month' }] },
      (rows) =>
        grouped(
          rows,
          ({ at }) => monthOf(at),
          ({ length }) => [length],
        ),
    ],
    'by the month of a day': [
      { groupBy: [{ field: 'day', by: 'month' }] },
      (rows) =>
        grouped(
          rows,
          ({ day }) => monthOf(day),
          ({ length }) => [length],
        ),
    ],
    filtered: [
      { filter: { tf: { pieces: { min: 3, max: null } } }, statusCode: ['new'] },
      (rows) => [
        [
          [],
          [
            rows.filter(({ pieces, __status }) => (pieces ?? 0) >= 3 && __status.status === 7)
              .length,
          ],
        ],
      ],
    ],
  }

function grouped(rows: Row[], keyOf: (row: Row) => unknown, valuesOf: (rows: Row[]) => unknown[]) {
  const groups = Map.groupBy(rows, (row) => JSON.stringify([keyOf(row)].flat()))
  return [...groups].map(([key, own]) => [JSON.parse(key), valuesOf(own)])
}

/** A category is a list itself. */
const flat = (groups: { keys: unknown[]; values: unknown[] }[]) =>
  groups.map(({ keys, values }) => JSON.stringify([keys.flat(), values])).sort()

for (const [who, viewer] of Object.entries(VIEWERS)) {
  test(`numbers for ${who} are those of the items they read`, async () => {
    const { result } = await as(viewer).apps.listItems({
      params,
      input: { active: true, size: 99 },
    })
    const rows = result.result as unknown as Row[]
    expect(rows).toHaveLength(SEEN[who as keyof typeof SEEN])

    for (const [name, [input, byHand]] of Object.entries(REQUESTS)) {
      const { groups, total } = await as(viewer).apps.aggregate({ params, input })
      const expected = (byHand(rows) as [unknown[], unknown[]][]).map(([keys, values]) =>
        JSON.stringify([keys.flat(), values]),
      )
      expect([name, flat(groups)]).toEqual([name, expected.sort()])
      expect([name, total]).toEqual([name, expected.length])
    }
    const place = { namespace: 'shop', code: 'sold' }
    const sold = await as(viewer).contracts.aggregate({ params: place })
    expect(sold.groups[0]?.values).toEqual([rows.length])
  })
}

test('groups come in their order, or the largest first, and no more than asked for', async () => {
  const { apps } = as(admin)
  const byStatus = await apps.aggregate({ params, input: { groupBy: [{ field: '__status' }] } })
  const input = { groupBy: [{ field: 'kind' }], order: 'value' as const }
  const largest = await apps.aggregate({ params, input: { ...input, size: 2 } })

  expect(byStatus.groups.map(({ keys }) => keys[0])).toMatchObject([{ status: 7 }, { status: 2 }])
  expect(largest.groups.map(({ values }) => values[0])).toEqual([3, 2])
  expect(largest.total).toBe(3)
})

test('a trend compares the time up to now with as much before', async () => {
  const trend = { field: '__createdAt', over: 'month' as const }
  const values = [{ function: 'count' as const }, { function: 'sum' as const, field: 'pieces' }]

  const all = await as(admin).apps.aggregate({ params, input: { trend, values } })
  const own = await as(author).apps.aggregate({ params, input: { trend, values } })
  const days = await as(admin).apps.aggregate({
    params,
    input: { trend: { field: 'day', over: 'quarter' } },
  })

  expect(all.groups).toEqual([{ keys: [], values: [4, 11], previous: [2, 7] }])
  expect(own.groups).toEqual([{ keys: [], values: [2, 11], previous: [0, null] }])
  expect(days.groups).toEqual([{ keys: [], values: [2], previous: [0] }])
})

test('rows are grouped by a field of any type', async () => {
  const { application } = await as(admin).scheme.getApp({ params })
  const codes = application.fields.map(({ code }) => code)
  expect(codes.length).toBeGreaterThan(systemFields.length)

  for (const field of codes) {
    const { groups } = await as(admin).apps.aggregate({ params, input: { groupBy: [{ field }] } })
    const counted = groups.reduce((all, { values }) => all + Number(values[0]), 0)
    expect([field, counted]).toEqual([field, 6])
  }
})

test.each([
  ['an unknown field', { groupBy: [{ field: 'colour' }] }, /unknown field "colour"/],
  ['a field hidden from the caller', { groupBy: [{ field: 'margin' }] }, /unknown field "margin"/],
  ['its sum', { values: [{ function: 'sum', field: 'margin' }] }, /unknown field "margin"/],
  ['a filter by it', { filter: { tf: { margin: 1 } } }, /unknown field "margin"/],
  ['a trend by it', { trend: { field: 'margin', over: 'day' } }, /unknown field "margin"/],
  ['a month of no date', { groupBy: [{ field: 'title', by: 'month' }] }, /"title" is no date/],
  ['a month of a time of day', { groupBy: [{ field: 'hour', by: 'month' }] }, /"hour" is no date/],
  ['a trend of no date', { trend: { field: 'title', over: 'day' } }, /"title" is no date/],
  ['a sum of texts', { values: [{ function: 'sum', field: 'title' }] }, /no sum of STRING/],
  ['a sum of nothing', { values: [{ function: 'sum' }] }, /"sum" needs a field/],
  ['too many groups', { size: 1001 }, /size/],
  ['another period', { groupBy: [{ field: 'at', by: 'decade' }] }, /by/],
  ['an unknown status', { statusCode: ['lost'] }, /unknown status code: lost/],
])('%s is refused', async (_, input, error) => {
  await expect(as(reader).apps.aggregate({ params, input: input as object })).rejects.toMatchObject(
    { status: 400, message: expect.stringMatching(error) },
  )
})

test('a contract does not show what its apps hide', async () => {
  const place = { namespace: 'shop', code: 'sold' }
  const input = { values: [{ function: 'sum' as const, field: 'number' }] }
  const ofAuthor = await as(author).contracts.aggregate({ params: place, input })
  const ofReader = await as(reader).contracts.aggregate({ params: place, input })

  expect(ofAuthor.groups[0]?.values).toEqual([4])
  expect(ofReader.groups[0]?.values).toEqual([null])
})
