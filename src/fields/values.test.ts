import { expect, test } from 'vitest'
import { field, startFields } from '../../test/field-table.ts'
import { columnValues, readValue } from './values.ts'

const { makeTable } = await startFields()

const A = '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e01'
const B = '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e02'
const options = { options: { low: 'Low', high: 'High: "now"' } }
const price = { type: 'MONEY', name: 'Price', currency: 'EUR' }
const columns = {
  columns: {
    item: { type: 'STRING', name: 'Item', required: true },
    count: { type: 'INTEGER', name: 'Count', default: 1 },
    price,
    kind: { type: 'CATEGORY', name: 'Kind', ...options },
  },
}

/** What comes in, and what a list answers; absent = the same. */
const stored: [type: string, settings: object, wire: unknown, read?: unknown][] = [
  ['STRING', {}, 'Ünïcode 🙂 "quoted" \\ \n'],
  ['STRING', {}, ''],
  ['STRING', { maxLength: 2 }, '🙂🙂'],
  ['LINK', {}, 'https://example.com/?a=1&b=%20#c'],
  ['LINK', {}, 'example.com'],
  ['LINK', {}, ''],
  ['INTEGER', {}, 0],
  ['INTEGER', {}, 9007199254740991],
  ['INTEGER', {}, -9007199254740991],
  ['INTEGER', {}, -0, 0],
  ['FLOAT', {}, 0.1],
  ['FLOAT', {}, 1.7976931348623157e308],
  ['FLOAT', {}, 5e-324],
  ['FLOAT', {}, -0, 0],
  ['BOOLEAN', {}, true],
  ['BOOLEAN', {}, false],
  ['DATETIME', {}, '2026-03-02T09:15:00Z'],
  ['DATETIME', {}, '2026-03-02T09:15:07.999999+03:00', '2026-03-02T06:15:07Z'],
  ['DATETIME', {}, '2026-03-02t09:15:00z', '2026-03-02T09:15:00Z'],
  ['DATETIME', {}, '2026-03-02', '2026-03-02T00:00:00Z'],
  ['DATETIME', {}, '0001-01-01T00:00:00Z', null],
  ['DATETIME', {}, '0001-01-01T00:00:01Z'],
  ['DATETIME', {}, '9999-12-31T23:59:59Z'],
  ['DATETIME', {}, '2024-02-29T00:00:00Z'],
  ['DATETIME', { kind: 'date' }, '2026-03-02', '2026-03-02T00:00:00Z'],
  ['DATETIME', { kind: 'date' }, '2026-03-02T00:00:00Z'],
  ['DATETIME', { kind: 'date' }, '2026-03-02T00:00:00+05:00', '2026-03-02T00:00:00Z'],
  ['DATETIME', { kind: 'date' }, '0001-01-01T00:00:00Z', null],
  ['DATETIME', { kind: 'date' }, '9999-12-31', '9999-12-31T00:00:00Z'],
  ['DATETIME', { kind: 'time' }, '0001-01-01T14:30:00Z'],
  ['DATETIME', { kind: 'time' }, '0001-01-01T00:00:00Z'],
  ['DATETIME', { kind: 'time' }, '14:30', '0001-01-01T14:30:00Z'],
  ['DATETIME', { kind: 'time' }, '9:05:07', '0001-01-01T09:05:07Z'],
  ['DATETIME', { kind: 'time' }, '2026-03-02T23:59:59Z', '0001-01-01T23:59:59Z'],
  ['DURATION', {}, 5400],
  ['DURATION', {}, -1],
  ['DURATION', {}, 'PT1H30M', 5400],
  ['DURATION', {}, '-P1W1DT1S', -691_201],
  ['CATEGORY', options, [{ code: 'low' }], [{ code: 'low', name: 'Low' }]],
  ['CATEGORY', options, [{ code: 'high', name: 'x' }], [{ code: 'high', name: 'High: "now"' }]],
  ['CATEGORY', options, ['low', 'low'], [{ code: 'low', name: 'Low' }]],
  ['CATEGORY', options, []],
  [
    'CATEGORY',
    { ...options, multiple: true },
    [{ code: 'high' }, { code: 'low' }],
    [
      { code: 'high', name: 'High: "now"' },
      { code: 'low', name: 'Low' },
    ],
  ],
  ['MONEY', { currency: 'EUR' }, { cents: 1250, currency: 'USD' }],
  ['MONEY', { currency: 'EUR' }, { cents: -5 }, { cents: -5, currency: 'EUR' }],
  [
    'PHONE',
    {},
    [{ type: 'work', tel: '+1 (555) 010-02.00' }, { tel: 'ask Bob' }, { type: 'home', tel: '' }],
    [
      { type: 'work', tel: '+15550100200', ext: null, isValid: true },
      { type: 'work', tel: 'askBob', ext: null, isValid: false },
    ],
  ],
  ['PHONE', {}, [{ type: 'x', tel: '+15550100', ext: '7', isValid: false }]],
  ['PHONE', {}, []],
  [
    'EMAIL',
    {},
    [{ type: 'main', email: ' a@b.example ' }, { email: 'nobody' }],
    [
      { type: 'main', email: 'a@b.example', isValid: true },
      { type: 'work', email: 'nobody', isValid: false },
    ],
  ],
  ['ACCOUNT', {}, [{ type: 'telegram', login: 'ann' }]],
  [
    'FULL_NAME',
    {},
    { lastname: ' Lind ', firstname: 'Maria' },
    { lastname: 'Lind', firstname: 'Maria', middlename: '' },
  ],
  ['FULL_NAME', {}, { lastname: '', firstname: '', middlename: '' }],
  ['FILE', {}, [A]],
  ['FILE', { single: false }, [A, B]],
  ['IMAGE', {}, [A]],
  ['SYS_USER', {}, [A.toUpperCase()], [A]],
  ['SYS_USER', {}, A, [A]],
  ['SYS_COLLECTION', { app: 'crm/deals', single: false }, [B, A]],
  ['SYS_COLLECTION', { app: 'crm/deals' }, []],
  ['SYS_OSNODE', {}, [A]],
  ['REF_ITEM', {}, [{ namespace: 'crm', code: 'deals', id: A }]],
  ['REF_ITEM', { apps: ['crm/deals'] }, [{ namespace: 'crm', code: 'deals', id: A }]],
  [
    'ROLE',
    { single: false },
    [
      { type: 'user', id: A },
      { type: 'osnode', id: B },
    ],
  ],
  ['JSON', {}, { a: [1, null, { b: 'x' }], 'key with "quotes"': 1e300 }],
  ['JSON', {}, 'text'],
  ['JSON', {}, false],
  [
    'TABLE',
    columns,
    {
      rows: [
        { __id: A, item: 'Pen', count: 3, price: { cents: 150 }, kind: [{ code: 'low' }], odd: 1 },
        { __id: B, item: 'Ink' },
      ],
      result: 'ignored',
    },
    {
      rows: [
        {
          __id: A,
          item: 'Pen',
          count: 3,
          price: { cents: 150, currency: 'EUR' },
          kind: [{ code: 'low', name: 'Low' }],
        },
        { __id: B, item: 'Ink', count: 1, price: null, kind: null },
      ],
      result: { count: 4, price: { cents: 150, currency: 'EUR' } },
    },
  ],
  [
    'TABLE',
    { columns: { a: { type: 'STRING', name: 'A' } } },
    { rows: [] },
    { rows: [], result: null },
  ],
  [
    'TABLE',
    { columns: { a: { type: 'FLOAT', name: 'A' } } },
    {
      rows: [
        { __id: A, a: 0.1 },
        { __id: B, a: 0.2 },
      ],
    },
    {
      rows: [
        { __id: A, a: 0.1 },
        { __id: B, a: 0.2 },
      ],
      result: { a: 0.3 },
    },
  ],
  ['STATUS', {}, { order: 2, status: 5 }],
  ['ID', {}, A],
]

test.each(stored)('%s %j: %j is read back', async (type, settings, wire, read = wire) => {
  const it = field(type, settings)
  const table = await makeTable([it])
  await table.insert({ value: wire })
  await table.insert({})

  const rows = await table.read(it)

  expect(rows).toEqual([read, null])
  expect(readValue(it, wire)).toEqual(read)
})

test('null clears every type', () => {
  const money = field('MONEY', { currency: 'EUR' })

  expect(readValue(money, null)).toBeNull()
  expect(columnValues(money, null)).toEqual([null, null])
})

test('a renamed option shows its new name at once, in tables too', async () => {
  const category = field('CATEGORY', options, 'category')
  const inTable = field('TABLE', columns, 'lines')
  const table = await makeTable([category, inTable])
  await table.insert({
    category: [{ code: 'low' }],
    lines: { rows: [{ item: 'Pen', kind: [{ code: 'low' }] }, { item: 'Ink' }] },
  })

  const renamed = { options: { low: 'Minor', high: 'Major' } }
  const [chosen] = await table.read(field('CATEGORY', renamed, 'category'))
  const kind = { type: 'CATEGORY', name: 'Kind', ...renamed }
  const [lines] = await table.read(
    field('TABLE', { columns: { ...columns.columns, kind } }, 'lines'),
  )

  expect(chosen).toEqual([{ code: 'low', name: 'Minor' }])
  expect(lines.rows[0]).toMatchObject({ item: 'Pen', kind: [{ code: 'low', name: 'Minor' }] })
  expect(lines.rows[1]).toMatchObject({ item: 'Ink', kind: null })
})

test('a row of a table gets an id of its own', () => {
  const { rows } = readValue(field('TABLE', columns), { rows: [{ item: 'a' }, { item: 'b' }] }) as {
    rows: { __id: string }[]
  }

  expect(new Set(rows.map(({ __id }) => __id)).size).toBe(2)
})

test('a column of a table may have any code', () => {
  const table = field('TABLE', { columns: { constructor: { type: 'INTEGER', name: 'C' } } })

  expect(readValue(table, { rows: [{ __id: A }] })).toEqual({
    rows: [{ __id: A, constructor: null }],
    result: { constructor: 0 },
  })
})

test('amounts of several currencies have no total', () => {
  const table = field('TABLE', { columns: { price } })
  const rows = [{ price: { cents: 1, currency: 'EUR' } }, { price: { cents: 1, currency: 'USD' } }]

  expect(readValue(table, { rows })).toMatchObject({ result: { price: null } })
})

test('an upload is not stored before it is a file', () => {
  const upload = { name: 'jam.jpg', hash: A }
  const file = field('FILE')
  const table = field('TABLE', { columns: { photo: { type: 'FILE', name: 'Photo' } } })

  expect(readValue(file, [upload])).toEqual([upload])
  expect(() => columnValues(file, [upload])).toThrow('an upload must be made a file')
  const value = readValue(table, { rows: [{ photo: [upload] }] })
  expect(() => columnValues(table, value)).toThrow('an upload must be made a file')
})
