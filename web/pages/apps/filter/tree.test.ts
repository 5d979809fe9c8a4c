import { expect, test } from 'vitest'
import { expressions } from '../../../../src/engine/expressions/expression.ts'
import { plainField } from '../../../fields/plain-field.ts'
import type { Condition, Group } from './model.ts'
import { conditionOperators, fromTree, toTree } from './tree.ts'

const fields = [
  plainField('STRING', 'title'),
  plainField('INTEGER', 'days'),
  plainField('MONEY', 'cost', { data: { currency: 'EUR' } }),
  plainField('DATETIME', 'first', { data: { kind: 'date' } }),
  plainField('BOOLEAN', 'paid'),
  plainField('CATEGORY', 'kind', { data: { enumItems: [{ code: 'rest' }, { code: 'study' }] } }),
  plainField('SYS_USER', 'who'),
  plainField('JSON', 'more'),
]
const VALUES: Record<string, unknown> = {
  title: 'North',
  days: 5,
  cost: 12.5,
  first: '2026-03-02',
  kind: ['study'],
  who: ['a', 'b'],
}

test.each(
  fields.flatMap((field) =>
    conditionOperators(field).map((operator): [string, Condition] => {
      const isBare = ['yes', 'no', 'empty', 'filled'].includes(operator)
      const value = isBare ? {} : { value: VALUES[field.code] }
      return [`${field.code} ${operator}`, { field: field.code, operator, ...value }]
    }),
  ),
)('what is built can be read back: %s', (_, condition) => {
  const group: Group = { isAny: false, parts: [condition] }
  const tree = toTree(group, fields)

  expect(tree).toBeDefined()
  expect(fromTree(tree, fields)).toEqual(group)
  expect(() => expressions().holds(JSON.stringify(tree), {})).not.toThrow()
})

test('groups nest', () => {
  const group: Group = {
    isAny: true,
    parts: [
      { field: 'days', operator: 'more', value: 10 },
      {
        isAny: false,
        parts: [
          { field: 'kind', operator: 'anyOf', value: ['study'] },
          { field: 'paid', operator: 'yes' },
        ],
      },
    ],
  }
  const tree = toTree(group, fields)

  expect(fromTree(tree, fields)).toEqual(group)
  const { holds } = expressions()
  const text = JSON.stringify(tree)
  expect(holds(text, { days: 11 })).toBe(true)
  expect(holds(text, { days: 1, kind: [{ code: 'study', name: 'Study' }], paid: true })).toBe(true)
  expect(holds(text, { days: 1, kind: [{ code: 'study' }], paid: false })).toBe(false)
})

test.each([
  [{ eq: [{ field: 'unknown' }, { const: 1 }] }],
  [{ eq: [{ field: 'days' }, { field: 'days' }] }],
  [{ eq: [{ field: 'days' }, { const: 1 }], neq: [{ field: 'days' }, { const: 2 }] }],
  [{ not: { and: [{ eq: [{ field: 'days' }, { const: 1 }] }] } }],
  [{}],
])('what was written in another way is left alone: %j', (tree) => {
  expect(fromTree(tree, fields)).toBeUndefined()
})

test('what is only begun says nothing', () => {
  const begun: Group = { isAny: false, parts: [{ field: 'days', operator: 'is' }] }

  expect(toTree(begun, fields)).toBeUndefined()
})
