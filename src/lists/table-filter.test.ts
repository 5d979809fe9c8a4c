import { expect, test } from 'vitest'
import {
  ANN,
  BOB,
  DEAL,
  GROUP,
  LEAD,
  OTHER_DEAL,
  PHOTO,
  PLACE,
  startSample,
} from '../../test/list-sample.ts'

const { ask, source } = await startSample()

const found = async (filter: object, from = source) =>
  (await ask({ filter }, from)).rows.map(({ __name }) => __name).join(' ')

const first = 'first'
const second = 'Second'
const both = 'first Second'
const rest = 'third fourth'
const all = 'first Second third fourth'

/** The `tf` filters of the contract. */
const tableFilters: [tf: object, expected: string][] = [
  [{}, all],
  [{ __name: 'IR' }, 'first third'],
  [{ text: 'GRÜSSE' }, ''],
  [{ text: 'grü' }, first],
  [{ text: '50%' }, first],
  [{ text: '5%f' }, ''],
  [{ text: 'off_' }, first],
  [{ text: 'off__' }, ''],
  [{ text: '\\ "ada"' }, first],
  [{ text: '' }, all],
  [{ text: null }, rest],
  [{ site: 'example.c' }, first],
  [{ code: 'first_code' }, first],
  [{ code: 'first' }, ''],
  [{ code: ['first_code', 'second_code'] }, both],
  [{ count: { min: 5, max: 5 } }, first],
  [{ count: { min: -3, max: null } }, both],
  [{ count: { max: 4.5 } }, second],
  [{ count: { min: 4.5 } }, first],
  [{ count: { min: -(2 ** 63), max: 2 ** 63 } }, both],
  [{ count: { min: null, max: null } }, all],
  [{ count: {} }, all],
  [{ count: null }, rest],
  [{ rate: { min: 0.5, max: 1 } }, first],
  [{ rate: { min: JSON.parse('1e400') } }, ''],
  [{ __index: { min: 2, max: 3 } }, 'Second third'],
  [{ __version: { min: 8 } }, second],
  [{ at: { min: '2026-03-02T09:15:30Z', max: '2026-03-02T09:15:30Z' } }, first],
  [{ at: { min: '2026-03-02T12:15:31+03:00' } }, second],
  [{ at: { max: '2026-03-02' } }, first],
  [{ at: { min: '2026-03-03', max: '2026-03-03' } }, second],
  [{ at: { min: '1970-01-01', max: '3000-01-01' } }, both],
  [{ at: { min: '0001-01-01T00:00:00Z', max: null } }, all],
  [{ day: { min: '2026-03-02', max: '2026-03-02' } }, first],
  [{ day: { min: '2026-03-01T21:00:00Z' } }, first],
  [{ day: { max: '2026-03-01T23:59:59Z' } }, second],
  [{ clock: { min: '14:30', max: '14:30:00' } }, first],
  [{ clock: { max: '0001-01-01T00:00:00Z' } }, second],
  [{ spent: { min: 'PT1H' } }, first],
  [{ done: true }, first],
  [{ done: false }, 'Second third fourth'],
  [{ done: null }, rest],
  [{ colour: 'red' }, both],
  [{ colour: ['blue', 'green'] }, second],
  [{ colour: [{ code: 'blue' }] }, second],
  [{ colour: null }, rest],
  [{ price: { min: { cents: 1250, currency: 'RUB' }, max: 12.5 } }, both],
  [{ price: { min: 12.51 } }, ''],
  [{ phone: '1 555' }, first],
  [{ phone: '+1' }, first],
  [{ phone: '(8)800' }, first],
  [{ phone: '02008800' }, ''],
  [{ phone: 'abc' }, ''],
  [{ phone: '' }, all],
  [{ email: 'lind@FIRM' }, first],
  [{ email: 'exampleb2' }, ''],
  [{ account: 'BOB' }, second],
  [{ person: 'lind' }, both],
  [{ person: 'lind maria' }, first],
  [{ person: { lastname: 'lind' } }, first],
  [{ person: { lastname: 'b', middlename: 'say' } }, second],
  [{ 'person.firstname': 'mar' }, first],
  [{ person: null }, rest],
  [{ deals: [DEAL] }, first],
  [{ deals: [DEAL, OTHER_DEAL] }, both],
  [{ deals: [LEAD] }, ''],
  [{ deals: [] }, ''],
  [{ deals: null }, rest],
  [{ owners: [BOB] }, second],
  [{ owners: ANN }, both],
  [{ __createdBy: ANN }, first],
  [{ __createdBy: [ANN.toUpperCase(), BOB] }, both],
  [{ __status: [1, 3] }, first],
  [{ __status: 2 }, second],
  [{ files: [DEAL] }, first],
  [{ photo: [PHOTO] }, both],
  [{ place: [PLACE, GROUP] }, both],
  [{ about: [{ namespace: 'crm', code: 'deals', id: DEAL }] }, first],
  [{ about: [{ namespace: 'crm', code: 'deals' }] }, both],
  [{ about: [{ namespace: 'crm', code: 'leads' }, `crm:deals:${DEAL}`] }, both],
  [{ about: [{ namespace: 'crm', code: 'leads', id: DEAL }] }, ''],
  [{ roles: [GROUP] }, second],
  [{ roles: [{ type: 'group', id: ANN }] }, ''],
  [{ roles: [{ type: 'user', id: ANN }] }, first],
  [{ lines: null }, rest],
  [{ 'lines.deal': [DEAL] }, first],
  [{ 'lines.deal': [PHOTO] }, ''],
  [{ 'lines.of': [{ namespace: 'crm', code: 'deals', id: DEAL }] }, first],
  [{ 'lines.of': [{ namespace: 'crm', code: 'leads' }] }, ''],
  [{ extra: null }, rest],
  [{ __name: 'i', done: true, deals: [DEAL] }, first],
  [{ __name: undefined }, all],
]

test.each(tableFilters)('tf %j finds %s', async (tf, expected) => {
  expect(await found({ tf })).toBe(expected)
})

const refused: [filter: object, message: string][] = [
  [{ tf: { nothing: 'x' } }, 'unknown field "nothing"'],
  [{ tf: { 'x"; drop table users; --': 'x' } }, 'unknown field "x"; drop table users; --"'],
  [{ tf: { constructor: 'x' } }, 'unknown field "constructor"'],
  [
    { tf: { 'person.constructor': 'x' } },
    'field "person" has no part "constructor", only lastname',
  ],
  [{ tf: { 'count.x': 5 } }, 'field "count" has no part "x"'],
  [{ tf: 'x' }, 'filter tf: expected an object, received string'],
  [{ tf: { text: 5 } }, 'filter on "text": expected text, received number'],
  [{ tf: { text: '\ud800' } }, 'filter on "text": expected text without NUL and lone surrogates'],
  [{ tf: { text: '\u0000' } }, 'filter on "text": expected text without NUL'],
  [
    { tf: { text: 'x'.repeat(1001) } },
    'filter on "text": expected text of at most 1000 characters',
  ],
  [{ tf: { count: 5 } }, 'filter on "count": expected an object such as {"min": …, "max": …}'],
  [{ tf: { count: { from: 5 } } }, 'filter on "count": expected an object such as'],
  [{ tf: { count: { min: '5' } } }, 'filter on "count": expected a number, received string'],
  [{ tf: { at: { min: '2026-02-31' } } }, 'filter on "at": expected a time such as'],
  [{ tf: { at: { min: 5 } } }, 'filter on "at": expected a time such as'],
  [{ tf: { done: 'true' } }, 'filter on "done": expected true or false'],
  [{ tf: { colour: 5 } }, 'filter on "colour": expected the code of an option'],
  [
    { tf: { deals: DEAL } },
    'filter on "deals": expected a list, each member an id, received string',
  ],
  [{ tf: { deals: ['x'] } }, 'filter on "deals": expected an id, received string'],
  [{ tf: { photo: PHOTO } }, 'filter on "photo": expected a list'],
  [{ tf: { __createdBy: 'x' } }, 'filter on "__createdBy": expected an id'],
  [{ tf: { __status: ['new'] } }, 'filter on "__status": expected the number of a status'],
  [{ tf: { price: { min: '5' } } }, 'filter on "price": expected {"cents", "currency"}'],
  [{ tf: { phone: ['5'] } }, 'filter on "phone": expected text'],
  [{ tf: { person: [] } }, 'filter on "person": expected text or {"lastname"'],
  [{ tf: { about: [ANN] } }, 'filter on "about": expected a reference'],
  [{ tf: { lines: 'x' } }, 'filter on "lines": expected'],
  [{ tf: { extra: { a: 1 } } }, 'filter on "extra": expected'],
]

test.each(refused)('%j is refused', async (filter, message) => {
  await expect(found(filter)).rejects.toMatchObject({ code: 'invalid' })
  await expect(found(filter)).rejects.toThrow(message)
})

test('fields are also accepted without tf', async () => {
  expect(await found({ email: 'firm', 'person.lastname': 'lind' })).toBe(first)
  expect(await found({ email: 'firm', tf: { done: false } })).toBe(second)
  await expect(found({ nothing: 'x' })).rejects.toThrow('unknown filter operation "nothing"')
})

test('SQL in a value stays a value', async () => {
  const hostile = [
    `'; drop table kontor.users; --`,
    `$1`,
    `\\'; select 1; --`,
    `"; --`,
    `%' or '1'='1`,
  ]

  for (const value of hostile) {
    expect(await found({ tf: { text: value } })).toBe('')
    expect(await found({ eq: [{ field: 'text' }, { const: value }] })).toBe('')
    expect(await found({ tf: { email: value } })).toBe('')
    expect(await found({ tf: { colour: [value] } })).toBe('')
    expect(await found({ tf: { about: [{ namespace: value, code: value }] } })).toBe('')
  }
})
