import { expect, test } from 'vitest'
import { field } from '../../test/field-table.ts'
import { readCell, readValue } from './values.ts'

const A = '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e01'
const B = '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e02'
const options = { low: 'Low', high: 'Very high' }

const cells: [type: string, settings: object, text: string, value: unknown][] = [
  ['STRING', {}, ' as it is ', ' as it is '],
  ['LINK', {}, ' https://example.com ', 'https://example.com'],
  ['INTEGER', {}, ' 1 234 ', 1234],
  ['FLOAT', {}, '1 234,5', 1234.5],
  ['FLOAT', {}, '-0.5e3', -500],
  ['BOOLEAN', {}, 'Yes', true],
  ['BOOLEAN', {}, '0', false],
  ['DATETIME', {}, '2026-03-02T09:15:00+03:00', '2026-03-02T06:15:00Z'],
  ['DATETIME', {}, '02.03.2026 09:15', '2026-03-02T09:15:00Z'],
  ['DATETIME', { kind: 'date' }, '2.3.2026', '2026-03-02T00:00:00Z'],
  ['DATETIME', { kind: 'time' }, '9:15', '0001-01-01T09:15:00Z'],
  ['DURATION', {}, '1:30', 5400],
  ['DURATION', {}, '-0:00:05', -5],
  ['DURATION', {}, '90', 90],
  ['CATEGORY', { options }, 'very HIGH', [{ code: 'high', name: 'Very high' }]],
  ['CATEGORY', { options }, 'low', [{ code: 'low', name: 'Low' }]],
  [
    'CATEGORY',
    { options, multiple: true },
    'Low;\nhigh;',
    [
      { code: 'low', name: 'Low' },
      { code: 'high', name: 'Very high' },
    ],
  ],
  ['MONEY', { currency: 'EUR' }, '1 234,56', { cents: 123_456, currency: 'EUR' }],
  ['MONEY', { currency: 'EUR' }, '12.5 USD', { cents: 1250, currency: 'USD' }],
  [
    'PHONE',
    {},
    '+1 555-0100; 2',
    [
      { type: 'work', tel: '+15550100', ext: null, isValid: true },
      { type: 'work', tel: '2', ext: null, isValid: false },
    ],
  ],
  ['EMAIL', {}, 'a@b.example', [{ type: 'work', email: 'a@b.example', isValid: true }]],
  [
    'ACCOUNT',
    {},
    'telegram: ann; bob',
    [
      { type: 'telegram', login: 'ann' },
      { type: 'work', login: 'bob' },
    ],
  ],
  ['FULL_NAME', {}, 'Lind Maria K', { lastname: 'Lind', firstname: 'Maria', middlename: 'K' }],
  ['FILE', {}, A, [A]],
  ['SYS_USER', { single: false }, `${A}; ${B}`, [A, B]],
  ['REF_ITEM', {}, `crm/deals/${A}`, [{ namespace: 'crm', code: 'deals', id: A }]],
  ['ROLE', {}, `group:${A}`, [{ type: 'group', id: A }]],
  ['JSON', {}, '{"a":[1]}', { a: [1] }],
  ['STRING', {}, '', null],
  ['INTEGER', {}, '  ', null],
]

test.each(cells)('%s %j: the cell %j is understood', (type, settings, text, value) => {
  const it = field(type, settings)
  const cell = readCell(it, text)

  expect('value' in cell && readValue(it, cell.value)).toEqual(value)
})

test('names of people and items are left to who knows them', () => {
  const people = field('SYS_USER', { single: false })

  expect(readCell(people, `anna@firm.example; ${A}`)).toEqual({
    lookup: ['anna@firm.example', A],
  })
  expect(readCell(field('SYS_COLLECTION', { app: 'crm/deals' }), 'Big deal')).toEqual({
    lookup: ['Big deal'],
  })
})

const refused: [type: string, settings: object, text: string, message: string][] = [
  ['INTEGER', {}, '12 pieces', 'expected number, received "12 pieces"'],
  ['INTEGER', {}, '1,234.5', 'expected number'],
  ['FLOAT', {}, '1e999', 'expected number'],
  ['BOOLEAN', {}, 'maybe', 'expected true, false, yes, no, 1 or 0, received "maybe"'],
  ['DATETIME', {}, '31.02.2026', 'expected a time such as'],
  ['DURATION', {}, 'long', 'expected whole seconds'],
  ['CATEGORY', { options }, 'middle', 'expected one of Low, Very high, received "middle"'],
  ['CATEGORY', { options }, 'low; high', 'received "low; high"'],
  ['MONEY', { currency: 'EUR' }, 'free', 'expected number'],
  ['FILE', {}, 'photo.jpg', 'expected ids of files'],
  ['REF_ITEM', {}, 'crm/deals', 'expected workspace/app/id'],
  ['ROLE', {}, 'user:anna', 'expected user:id, group:id or osnode:id'],
  ['JSON', {}, '{', 'expected JSON'],
  ['TABLE', { columns: { a: { type: 'STRING', name: 'A' } } }, 'x', 'expected JSON of a table'],
]

test.each(refused)('%s %j refuses the cell %j', (type, settings, text, message) => {
  expect(() => readCell(field(type, settings), text)).toThrow(message)
})
