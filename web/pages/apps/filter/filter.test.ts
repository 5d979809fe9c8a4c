import { expect, test } from 'vitest'
import { parseEql } from '../../../../src/lists/eql/parse.ts'
import { complete, countOf, type Group, OPERATORS, readFilter, writeFilter } from './model.ts'
import { conditionToEql, toEql } from './to-eql.ts'
import { toJson } from './to-json.ts'

const LATE: Group = {
  isAny: false,
  parts: [
    { field: 'total', operator: 'atLeast', value: 10 },
    {
      isAny: true,
      parts: [
        { field: '__name', operator: 'contains', value: "O'Neill" },
        { field: 'due', operator: 'before', value: '2026-03-01' },
      ],
    },
  ],
}

test('a filter survives its address', () => {
  expect(readFilter(writeFilter(LATE))).toEqual(LATE)
  expect(writeFilter({ isAny: true, parts: [] })).toBe('')
})

test.each([null, '', 'nonsense', '{}', '["and",["total","grows",1]]', '["total","is",1]'])(
  'an address that says %j asks nothing',
  (text) => {
    expect(countOf(readFilter(text))).toBe(0)
  },
)

test('what was only begun asks nothing', () => {
  const begun: Group = {
    isAny: false,
    parts: [
      { field: '', operator: 'is', value: 1 },
      { field: 'total', operator: 'is' },
      { field: 'stage', operator: 'anyOf', value: [] },
      { isAny: true, parts: [{ field: 'total', operator: 'less', value: '' }] },
      { field: 'done', operator: 'yes' },
    ],
  }

  expect(complete(begun).parts).toEqual([{ field: 'done', operator: 'yes' }])
})

test('as text it is what the server reads', () => {
  expect(toEql(LATE)).toBe(
    "[total] >= 10 and ([__name] like 'O''Neill' or [due] < Datetime(2026, 3, 1))",
  )
})

const VALUES: Record<string, unknown> = {
  within: 'thisWeek',
  anyOf: ['one', 'two'],
  noneOf: ['one'],
  contains: "it's",
  lacks: 'x',
}
const DAYS = ['on', 'before', 'after', 'since', 'until']

test.each(OPERATORS)('the server understands what "%s" is written as', (operator) => {
  const value = DAYS.includes(operator) ? '2026-03-01' : (VALUES[operator] ?? 5)

  expect(() => parseEql(conditionToEql({ field: 'any', operator, value }))).not.toThrow()
})

test('as JSON conditions on different fields share one `tf`', () => {
  const group: Group = {
    isAny: false,
    parts: [
      { field: 'total', operator: 'atLeast', value: 10 },
      { field: 'total', operator: 'atMost', value: 20 },
      { field: 'stage', operator: 'anyOf', value: ['new'] },
      { field: 'author', operator: 'me' },
    ],
  }

  expect(toJson(group)).toEqual({
    and: [
      { tf: { total: { min: 10 }, stage: ['new'] } },
      { tf: { total: { max: 20 } } },
      { eql: { query: '[author] = CurrentUser()' } },
    ],
  })
  expect(toJson({ isAny: true, parts: [] })).toEqual({})
})
