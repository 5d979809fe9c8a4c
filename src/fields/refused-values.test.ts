import { expect, test } from 'vitest'
import { field } from '../../test/field-table.ts'
import { readValue } from './values.ts'

const A = '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e01'
const B = '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e02'
const options = { options: { low: 'Low', high: 'High' } }
const columns = {
  columns: {
    item: { type: 'STRING', name: 'Item', required: true },
    count: { type: 'INTEGER', name: 'Count' },
  },
}

const refused: [type: string, settings: object, wire: unknown, message: string][] = [
  ['STRING', {}, 5, 'field "value": expected text, received'],
  ['STRING', {}, 'a\u0000b', 'text with NUL or lone surrogates cannot be stored'],
  ['STRING', {}, '\ud800', 'text with NUL or lone surrogates cannot be stored'],
  ['STRING', { maxLength: 2 }, 'abc', 'expected text of at most 2 characters'],
  ['LINK', {}, 'two words', 'expected a link without spaces'],
  ['LINK', {}, 'JavaScript:alert(1)', 'expected a link such as https://example.com'],
  ['LINK', {}, ['https://example.com'], 'expected text, received a list'],
  ['INTEGER', {}, '5', 'expected an integer, received string'],
  ['INTEGER', {}, 1.5, 'expected an integer between'],
  ['INTEGER', {}, 9007199254740992, 'expected an integer between'],
  ['INTEGER', {}, JSON.parse('1e400'), 'expected an integer'],
  ['INTEGER', { min: 1, max: 3 }, 4, 'expected an integer between 1 and 3'],
  ['FLOAT', {}, '0.5', 'expected number, received string'],
  ['FLOAT', {}, JSON.parse('1e400'), 'expected'],
  ['FLOAT', { min: 0 }, -1, 'expected a number between 0'],
  ['BOOLEAN', {}, 'true', 'expected true or false, received "true"'],
  ['BOOLEAN', {}, 1, 'expected true or false, received 1'],
  ['DATETIME', {}, 1772443231, 'expected text, received'],
  ['DATETIME', {}, '2026-02-31T00:00:00Z', 'expected a time such as 2026-03-02T09:15:00Z'],
  ['DATETIME', {}, '2025-02-29', 'expected a time'],
  ['DATETIME', {}, '2026-13-01', 'expected a time'],
  ['DATETIME', {}, '2026-03-02T24:00:00Z', 'expected a time'],
  ['DATETIME', {}, '2026-03-02T10:60:00Z', 'expected a time'],
  ['DATETIME', {}, '2026-03-02T10:00:00+24:00', 'expected a time'],
  ['DATETIME', {}, '0000-12-31T23:59:59Z', 'from year 1 to 9999'],
  ['DATETIME', {}, '0001-01-01T00:00:00+01:00', 'from year 1 to 9999'],
  ['DATETIME', {}, '9999-12-31T23:59:59-01:00', 'from year 1 to 9999'],
  ['DATETIME', {}, '12026-03-02T10:00:00Z', 'expected a time'],
  ['DATETIME', {}, '', 'expected a time'],
  ['DATETIME', { kind: 'date' }, '02.03.2026', 'expected a date such as 2026-03-02'],
  ['DATETIME', { kind: 'date' }, '2026-02-30', 'expected a date'],
  ['DATETIME', { kind: 'time' }, '24:00', 'expected a time of day such as 14:30'],
  ['DATETIME', { kind: 'time' }, '2026-03-02', 'expected a time of day'],
  ['DURATION', {}, 1.5, 'expected whole seconds or an ISO 8601 duration'],
  ['DURATION', {}, 'P1M', 'expected whole seconds or an ISO 8601 duration'],
  ['DURATION', {}, 'P', 'expected whole seconds'],
  ['CATEGORY', options, 'low', 'expected array of options {"code"}, received string'],
  [
    'CATEGORY',
    options,
    [{ code: 'lo' }],
    'expected an option {"code"} of low, high, received "lo"',
  ],
  ['CATEGORY', options, [{ code: 'constructor' }], 'received "constructor"'],
  ['CATEGORY', options, [7], 'received number'],
  ['CATEGORY', options, [{ code: 'low' }, { code: 'high' }], 'expected at most one'],
  ['MONEY', { currency: 'EUR' }, 12.5, 'expected {"cents", "currency"}, received number'],
  ['MONEY', { currency: 'EUR' }, { cents: 1.5 }, 'field "value.cents": expected an integer'],
  ['MONEY', { currency: 'EUR' }, { cents: 1, currency: 'euro' }, 'ISO code of a currency'],
  ['PHONE', {}, '+15550100', 'expected array of phones {"type", "tel"}, received string'],
  ['PHONE', {}, [{ tel: 5 }], 'field "value.0.tel": expected text'],
  ['PHONE', { single: true }, [{ tel: '1' }, { tel: '2' }], 'expected at most one'],
  ['EMAIL', {}, [{ email: 'a\nb@c.example' }], 'without line breaks'],
  ['EMAIL', {}, [{}], 'field "value.0.email"'],
  ['ACCOUNT', {}, [{ type: 'x' }], 'field "value.0.login"'],
  ['FULL_NAME', {}, 'Lind', 'expected {"lastname", "firstname", "middlename"}, received string'],
  ['FULL_NAME', {}, { lastname: 5 }, 'field "value.lastname": expected text'],
  ['FILE', {}, A, 'expected array of file ids'],
  ['FILE', {}, ['x'], 'field "value.0"'],
  ['SYS_USER', {}, ['x'], 'field "value.0": expected a UUID'],
  [
    'SYS_COLLECTION',
    { app: 'crm/deals' },
    A,
    'field "value": expected array of ids, received string',
  ],
  ['SYS_COLLECTION', { app: 'crm/deals' }, [A, B], 'expected at most one of ids'],
  ['SYS_OSNODE', {}, [null], 'field "value.0"'],
  ['REF_ITEM', {}, [A], 'expected {"namespace", "code", "id"}'],
  [
    'REF_ITEM',
    { apps: ['crm/deals'] },
    [{ namespace: 'x', code: 'y', id: A }],
    'expected an item of crm/deals',
  ],
  ['ROLE', {}, [{ type: 'robot', id: A }], 'field "value.0.type"'],
  ['JSON', {}, { a: 'b\u0000' }, 'expected JSON without NUL'],
  ['JSON', {}, { 'a\ud800': 1 }, 'lone surrogates'],
  ['JSON', {}, [JSON.parse('1e400')], 'infinite numbers'],
  ['TABLE', columns, [], 'expected {"rows": […]}, received array'],
  ['TABLE', columns, { rows: [{}] }, 'field "value.rows.0.item": a value is required'],
  [
    'TABLE',
    columns,
    { rows: [{ item: 'x', count: 'two' }] },
    'field "value.rows.0.count": expected an integer',
  ],
  [
    'TABLE',
    columns,
    {
      rows: [
        { item: 'x', __id: A },
        { item: 'y', __id: A },
      ],
    },
    'two rows have the same __id',
  ],
  ['TABLE', columns, { rows: ['x'] }, 'expected a row of cells, received string'],
]

test.each(refused)('%s %j refuses %j', (type, settings, wire, message) => {
  expect(() => readValue(field(type, settings), wire)).toThrow(message)
})
