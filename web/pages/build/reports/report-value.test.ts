import { expect, test } from 'vitest'
import type { SourceField } from '../pages/settings/use-source.ts'
import {
  addGrouping,
  addNumber,
  changeSource,
  freeColumn,
  type ReportValue,
  removeGrouping,
  removeNumber,
} from './report-value.ts'

const file = 'workspaces/crm/reports/r.yaml'
const field = (code: string, type: string, more = {}): SourceField => ({
  code,
  name: code.toUpperCase(),
  type,
  more,
})
const VALUE: ReportValue = {
  columns: { month: { name: 'Month' }, status: {}, count: {} },
  query: {
    app: 'crm/deals',
    groupBy: [
      { field: 'day', by: 'month', as: 'month' },
      { field: '__status', as: 'status' },
    ],
    values: { count: { function: 'count' } },
  },
  chart: { kind: 'bar', along: 'month', values: ['count'] },
  pivot: 'status',
}
const place = { file, value: VALUE }

test('a grouping brings its column', () => {
  expect(
    addGrouping({ file, value: {} }, field('day', 'DATETIME', { kind: 'date' }), 'month'),
  ).toEqual([
    {
      file,
      op: 'set',
      at: ['columns', 'month'],
      value: { name: 'DAY', type: 'DATETIME', kind: 'date' },
    },
    {
      file,
      op: 'set',
      at: ['query', 'groupBy'],
      value: [{ field: 'day', by: 'month', as: 'month' }],
    },
  ])
  expect(addGrouping(place, field('__status', 'STATUS'))).toEqual([
    { file, op: 'set', at: ['columns', 'status_2'], value: { name: '__STATUS', type: 'STRING' } },
    { file, op: 'move', at: ['columns', 'status_2'], to: 2 },
    {
      file,
      op: 'insert',
      at: ['query', 'groupBy', 2],
      value: { field: '__status', as: 'status_2' },
    },
  ])
  expect(addGrouping(place, field('kind', 'CATEGORY', { options: { a: 'A' } })).at(-1)).toEqual({
    file,
    op: 'insert',
    at: ['query', 'groupBy', 2],
    value: 'kind',
  })
})

test('a number brings its column, of the type that it has', () => {
  const money = field('price', 'MONEY', { currency: 'USD' })
  const typeOf = (edits: ReturnType<typeof addNumber>) =>
    edits[0]?.op === 'set' ? edits[0].value : undefined

  expect(addNumber(place, { of: 'sum', name: 'Sum', field: money })).toEqual([
    {
      file,
      op: 'set',
      at: ['columns', 'price_sum'],
      value: { name: 'Sum', type: 'MONEY', currency: 'USD' },
    },
    {
      file,
      op: 'set',
      at: ['query', 'values', 'price_sum'],
      value: { function: 'sum', field: 'price' },
    },
  ])
  expect(typeOf(addNumber(place, { of: 'count', name: 'N' }))).toEqual({
    name: 'N',
    type: 'INTEGER',
  })
  const pieces = field('pieces', 'INTEGER')
  expect(typeOf(addNumber(place, { of: 'avg', name: 'N', field: pieces }))).toMatchObject({
    type: 'FLOAT',
  })
  expect(typeOf(addNumber(place, { of: 'avg', name: 'N', field: money }))).toMatchObject({
    type: 'MONEY',
  })
})

test('what goes takes along what was drawn of it', () => {
  const gone = (edits: ReturnType<typeof removeNumber>) =>
    edits.map((edit) => ('at' in edit ? edit.at.join('.') : ''))

  expect(gone(removeGrouping(place, 1))).toEqual(['query.groupBy.1', 'columns.status', 'pivot'])
  expect(gone(removeGrouping(place, 0))).toEqual(['query.groupBy.0', 'columns.month', 'chart'])
  expect(gone(removeNumber(place, 'count'))).toEqual([
    'query.values.count',
    'columns.count',
    'chart',
  ])
  expect(gone(changeSource(place, { app: 'crm/orders' }))).toEqual([
    'query',
    'columns',
    'chart',
    'pivot',
  ])
  expect(freeColumn('__createdAt', { createdat: {} })).toBe('createdat_2')
})
