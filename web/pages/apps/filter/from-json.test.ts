import { expect, test } from 'vitest'
import { plainField } from '../../../fields/plain-field.ts'
import { isGivenBy, operatorsOf } from './families.ts'
import { fromJson } from './from-json.ts'
import { type Group, hasParameters, NOTHING, needsValue, type Operator } from './model.ts'
import { toJson } from './to-json.ts'

const TYPES: [string, unknown][] = [
  ['STRING', "it's"],
  ['EMAIL', 'a@b'],
  ['INTEGER', 5],
  ['MONEY', 1.5],
  ['DATETIME', '2026-03-01'],
  ['BOOLEAN', true],
  ['CATEGORY', ['one', 'two']],
  ['STATUS', [1, 2]],
  ['SYS_USER', ['0199']],
  ['SYS_COLLECTION', ['0199']],
  ['TABLE', null],
]
const fields = TYPES.map(([type]) => plainField(type, type, { code: type.toLowerCase() }))

const conditions = TYPES.flatMap(([type, value], at) =>
  operatorsOf(fields[at] ?? plainField(type, type)).map((operator: Operator) => ({
    field: type.toLowerCase(),
    operator,
    ...(needsValue(operator) && { value: operator === 'within' ? 'lastMonth' : value }),
  })),
)

test.each(conditions)('$field $operator is built again of its filter', (condition) => {
  const group: Group = { isAny: false, parts: [condition] }

  const again = fromJson(toJson(group), fields)

  expect(again && toJson(again)).toEqual(toJson(group))
  expect(again?.parts).toHaveLength(1)
})

test('groups in groups are built again', () => {
  const inner: Group = { isAny: true, parts: conditions }
  const group: Group = { isAny: false, parts: [...conditions, inner] }

  const again = fromJson(toJson(group), fields)

  expect(again && toJson(again)).toEqual(toJson(group))
})

const PARAMETERS = TYPES.map(([type]) => plainField(type, type, { code: `asked_${type}` }))

const COMPARED = [
  {
    tf: {
      datetime: { min: { parameter: 'asked_DATETIME' }, max: null },
      sys_user: { parameter: 'asked_SYS_USER' },
    },
  },
  { eq: [{ field: 'integer' }, { const: { parameter: 'asked_INTEGER' } }] },
  { eq: [{ field: 'boolean' }, { const: { parameter: 'asked_BOOLEAN' } }] },
  { not: { tf: { category: { parameter: 'asked_CATEGORY' } } } },
]

test.each(COMPARED)('%j compares with a parameter, and was built', (filter) => {
  const built = fromJson(filter, fields, PARAMETERS)

  expect(built && hasParameters(built)).toBe(true)
  expect(JSON.stringify(toJson(built ?? NOTHING))).toBe(
    JSON.stringify(filter).replace(',"max":null', ''),
  )
})

test.each([
  ['MONEY', 'INTEGER', true],
  ['INTEGER', 'FLOAT', false],
  ['EMAIL', 'STRING', true],
  ['EMAIL', 'EMAIL', false],
  ['DATETIME', 'DATETIME', true],
])('%s compared with a parameter of type %s: %s', (type, other, expected) => {
  expect(isGivenBy(plainField(type, type), plainField(other, other))).toBe(expected)
})

test('links are compared with links to the same app', () => {
  const to = (code: string) =>
    plainField('SYS_COLLECTION', 'x', { data: { namespace: 'crm', code } })
  expect(isGivenBy(to('orders'), to('orders'))).toBe(true)
  expect(isGivenBy(to('orders'), to('deals'))).toBe(false)
})

const OTHERS = [
  { eql: { query: '[integer] > 5 and [string] = 1' } },
  { tf: { unknown: 5 } },
  { tf: { integer: { parameter: 'least' } } },
  { tf: { integer: { min: 1, max: 5 } } },
  { and: [] },
  'nonsense',
]

test.each(OTHERS)('%j was not built, and stays as it is', (filter) => {
  expect(fromJson(filter, fields)).toBeUndefined()
})
