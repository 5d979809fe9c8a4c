import { expect, test } from 'vitest'
import { field, startFields } from '../../test/field-table.ts'
import { columnsNamed } from '../lists/source.ts'
import { join, name, raw, sql } from '../platform/db/sql.ts'
import { changeOf } from './change.ts'
import type { Field } from './field-type.ts'
import { fieldTypeOf } from './registry.ts'

const { makeTable, run } = await startFields()

const A = '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e01'
const B = '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e02'

/** Changes the field of a table that has these values, as publishing would. */
async function change(from: Field, to: Field, values: unknown[]) {
  const table = await makeTable([from])
  for (const value of values) await table.insert({ value })
  const plan = changeOf(from, to, columnsNamed('value'))
  if (!plan) return 'no way'
  const [blocked] = plan.fits
    ? await run(
        sql`select count(*)::integer as count from ${table.name} t where not (${plan.fits})`,
      )
    : [{ count: 0 }]
  if (blocked?.count) return `${blocked.count} do not fit`
  if (plan.using) {
    const columns = fieldTypeOf(to.type).columns(to)
    const added = columns.map(
      ({ suffix, type }) => sql`add column ${name(`new${suffix}`)} ${raw(type)}`,
    )
    await run(sql`alter table ${table.name} ${join(added, ', ')}`)
    const set = columns.map(({ suffix }, at) => sql`${name(`new${suffix}`)} = ${plan.using?.[at]}`)
    await run(sql`update ${table.name} t set ${join(set, ', ')}`)
    return (await table.read({ ...to, code: 'new' })) as unknown[]
  }
  return (await table.read(to)) as unknown[]
}

const colours = (options: object, multiple = false) => field('CATEGORY', { options, multiple })
const date = field('DATETIME', { kind: 'date' })
const time = field('DATETIME', { kind: 'time' })
const datetime = field('DATETIME')
const string = field('STRING')
const collection = (settings: object = {}) =>
  field('SYS_COLLECTION', { app: 'crm/deals', ...settings })
const red = { red: 'Red' }
const both = { red: 'Red', blue: 'Sky blue' }

const cases: [name: string, from: Field, to: Field, values: unknown[], outcome: unknown][] = [
  ['whole numbers', field('INTEGER'), field('FLOAT'), [1, null], [1, null]],
  ['whole floats', field('FLOAT'), field('INTEGER'), [2, -3, null], [2, -3, null]],
  ['fractions', field('FLOAT'), field('INTEGER'), [2.5, 3], '1 do not fit'],
  ['floats too large', field('FLOAT'), field('INTEGER'), [1e300], '1 do not fit'],
  ['a narrower range', field('INTEGER'), field('INTEGER', { max: 5 }), [5, 6], '1 do not fit'],
  ['numbers as text', string, field('INTEGER'), [' 12 ', '', null, '-7'], [12, null, null, -7]],
  ['no numbers', string, field('INTEGER'), ['12a', '', '1.5', '9007199254740993'], '3 do not fit'],
  ['decimals as text', string, field('FLOAT'), ['1.5', ' ', null], [1.5, null, null]],
  ['infinite text', string, field('FLOAT'), ['1e400', 'NaN', 'Infinity'], '3 do not fit'],
  [
    'words for yes',
    string,
    field('BOOLEAN'),
    ['yes', ' FALSE', '1', ''],
    [true, false, true, null],
  ],
  ['other words', string, field('BOOLEAN'), ['maybe'], '1 do not fit'],
  ['ones and zeros', field('INTEGER'), field('BOOLEAN'), [1, 0, null], [true, false, null]],
  ['other numbers', field('INTEGER'), field('BOOLEAN'), [2], '1 do not fit'],
  ['truth as number', field('BOOLEAN'), field('INTEGER'), [true, false, null], [1, 0, null]],
  [
    'times as text',
    string,
    datetime,
    ['2026-03-02T09:15:00+03:00', '2026-03-02', ' 2026-03-02 10:00 ', '', null],
    ['2026-03-02T06:15:00Z', '2026-03-02T00:00:00Z', '2026-03-02T10:00:00Z', null, null],
  ],
  [
    'no such times',
    string,
    datetime,
    ['2026-02-31', '2026-13-01', '0000-01-01', 'now', '2026-03-02T25:00', '2024-02-29'],
    '5 do not fit',
  ],
  ['dates as text', string, date, ['2026-03-02'], ['2026-03-02T00:00:00Z']],
  ['times of day as text', string, time, ['14:30', ''], ['0001-01-01T14:30:00Z', null]],
  ['no times of day', string, time, ['25:00'], '1 do not fit'],
  ['dates', date, datetime, ['2026-03-02', null], ['2026-03-02T00:00:00Z', null]],
  ['midnights', datetime, date, ['2026-03-02', null], ['2026-03-02T00:00:00Z', null]],
  ['times with hours', datetime, date, ['2026-03-02T09:00:00Z'], '1 do not fit'],
  ['a time of day', time, datetime, ['14:30'], '1 do not fit'],
  [
    'links as text',
    string,
    field('LINK'),
    ['https://example.com', ''],
    ['https://example.com', ''],
  ],
  ['no links', string, field('LINK'), ['two words', 'javascript:x'], '2 do not fit'],
  [
    'options as text',
    string,
    colours(both),
    ['red', 'SKY BLUE', 'Blue', '', null],
    [
      [{ code: 'red', name: 'Red' }],
      [{ code: 'blue', name: 'Sky blue' }],
      [{ code: 'blue', name: 'Sky blue' }],
      null,
      null,
    ],
  ],
  ['no options', string, colours(both), ['green', 'red; blue'], '2 do not fit'],
  [
    'lists of options as text',
    string,
    colours(both, true),
    ['Sky blue; red'],
    [
      [
        { code: 'blue', name: 'Sky blue' },
        { code: 'red', name: 'Red' },
      ],
    ],
  ],
  [
    'an unused option removed',
    colours(both),
    colours(red),
    [['red'], []],
    [[{ code: 'red', name: 'Red' }], []],
  ],
  ['a used option removed', colours(both), colours(red), [['blue'], ['red']], '1 do not fit'],
  [
    'several options',
    colours(both, true),
    colours(both),
    [['red', 'blue'], ['red']],
    '1 do not fit',
  ],
  [
    'options',
    colours(both, true),
    string,
    [['red', 'blue'], [], null],
    ['Red; Sky blue', null, null],
  ],
  [
    'shorter text',
    string,
    field('STRING', { maxLength: 3 }),
    ['abcd', '🙂🙂🙂', null],
    '1 do not fit',
  ],
  ['a number', field('FLOAT'), field('STRING', { maxLength: 3 }), [1.5, 12.25], '1 do not fit'],
  ['numbers', field('INTEGER'), string, [5, null], ['5', null]],
  ['truth', field('BOOLEAN'), string, [true], ['true']],
  ['a time', datetime, string, ['2026-03-02T09:15:00Z'], ['2026-03-02T09:15:00Z']],
  ['a day', date, string, ['2026-03-02'], ['2026-03-02']],
  [
    'money',
    field('MONEY', { currency: 'EUR' }),
    string,
    [{ cents: 1205 }, null],
    ['12.05 EUR', null],
  ],
  [
    'money to number',
    field('MONEY', { currency: 'EUR' }),
    field('FLOAT'),
    [{ cents: 1250 }],
    [12.5],
  ],
  [
    'a number to money',
    field('FLOAT'),
    field('MONEY', { currency: 'EUR' }),
    [12.5, null],
    [{ cents: 1250, currency: 'EUR' }, null],
  ],
  [
    'text to money',
    string,
    field('MONEY', { currency: 'EUR' }),
    ['12.05', ''],
    [{ cents: 1205, currency: 'EUR' }, null],
  ],
  ['a phone', field('PHONE'), string, [[{ tel: '+1' }, { tel: '2' }], null], ['+1; 2', null]],
  [
    'text to phones',
    string,
    field('PHONE'),
    ['+1 555-0100', ''],
    [[{ type: 'work', tel: '+15550100', ext: null, isValid: true }], null],
  ],
  ['no phones', string, field('PHONE'), ['ask Bob'], '1 do not fit'],
  [
    'text to addresses',
    string,
    field('EMAIL'),
    ['a@b.example', null],
    [[{ type: 'work', email: 'a@b.example', isValid: true }], null],
  ],
  ['no addresses', string, field('EMAIL'), ['a at b'], '1 do not fit'],
  [
    'several phones',
    field('PHONE'),
    field('PHONE', { single: true }),
    [[{ tel: '1' }, { tel: '2' }]],
    '1 do not fit',
  ],
  ['names', field('FULL_NAME'), string, [{ lastname: 'Lind', middlename: 'K' }], ['Lind K']],
  ['one link', collection({ single: false }), collection(), [[A], [], null], [[A], [], null]],
  ['several links', collection({ single: false }), collection(), [[A, B], [A]], '1 do not fit'],
  [
    'links of another app',
    collection(),
    collection({ app: 'crm/leads' }),
    [[A], [], null],
    '1 do not fit',
  ],
  [
    'links into references',
    collection(),
    field('REF_ITEM'),
    [[A], [], null],
    [[{ namespace: 'crm', code: 'deals', id: A }], [], null],
  ],
  [
    'links of no allowed app',
    collection(),
    field('REF_ITEM', { apps: ['a/b'] }),
    [[A], []],
    '1 do not fit',
  ],
  [
    'references of other apps',
    field('REF_ITEM'),
    field('REF_ITEM', { apps: ['a/b'] }),
    [[{ namespace: 'x', code: 'y', id: A }]],
    '1 do not fit',
  ],
  ['links, for people to read', collection({ single: false }), string, [[A, B]], [`${A}; ${B}`]],
  ['files', field('FILE'), field('IMAGE'), [[A]], [[A]]],
  ['roles', field('ROLE'), string, [[{ type: 'user', id: A }]], [`user:${A}`]],
  ['durations', field('INTEGER'), field('DURATION'), [60], [60]],
  ['JSON', field('JSON'), string, [{ a: 1 }], ['{"a": 1}']],
  ['text to JSON', string, field('JSON'), ['{}'], 'no way'],
  ['users to files', field('SYS_USER'), field('FILE'), [[A]], 'no way'],
]

test.each(cases)('changing a field: %s', async (_, from, to, values, outcome) => {
  expect(await change(from, to, values)).toEqual(outcome)
})

test('a column of a table goes only when no row has a value there', async () => {
  const column = (type: string) => ({ type, name: 'C' })
  const wide = field('TABLE', { columns: { a: column('STRING'), b: column('INTEGER') } })
  const narrow = field('TABLE', { columns: { a: column('STRING') } })
  const other = field('TABLE', { columns: { a: column('STRING'), b: column('STRING') } })
  const [empty, full] = [{ rows: [{ __id: A, a: 'x' }] }, { rows: [{ a: 'x', b: 1 }] }]

  expect(await change(wide, narrow, [empty, null])).toHaveLength(2)
  expect(await change(wide, narrow, [empty, full])).toBe('1 do not fit')
  expect(await change(wide, other, [empty, full])).toBe('1 do not fit')
})
