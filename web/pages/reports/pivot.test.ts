import { expect, test } from 'vitest'
import type { Field } from '../../fields/field.ts'
import { pivotOf } from './pivot.ts'
import { periodsBetween, periodText, splitPoints } from './points.ts'

const field = (code: string, type: string) =>
  ({ code, type, view: { name: code.toUpperCase() } }) as Field
const COLUMNS = [field('month', 'STRING'), field('status', 'STRING'), field('orders', 'INTEGER')]
const ROWS = [
  { month: 'Jan', status: 'new', orders: 1 },
  { month: 'Jan', status: 'done', orders: 2 },
  { month: 'Feb', status: 'done', orders: 4 },
]
const by = { code: 'status', texts: ROWS.map(({ status }) => status) }

test('the values of a column become columns', () => {
  const { columns, rows } = pivotOf(COLUMNS, ROWS, by)

  expect(columns.map(({ title }) => title)).toEqual(['MONTH', 'new', 'done'])
  expect(rows.map((row) => columns.map(({ code }) => row[code]))).toEqual([
    ['Jan', 1, 2],
    ['Feb', undefined, 4],
  ])
})

test('with several numbers each value has several columns', () => {
  const two = [...COLUMNS, field('total', 'FLOAT')]
  const { columns } = pivotOf(two, ROWS, by)

  expect(columns.map(({ title }) => title)).toEqual([
    'MONTH',
    'new · ORDERS',
    'new · TOTAL',
    'done · ORDERS',
    'done · TOTAL',
  ])
})

test('a split makes series, and parts that meet are added up', () => {
  const part = (label: string, split: string, value: number) => ({ label, split, value })

  expect(
    splitPoints([part('a', 'x', 1), part('a', 'y', 2), part('b', 'x', 3), part('b', 'x', 4)]),
  ).toEqual({
    points: [
      { label: 'a', s0: 1, s1: 2 },
      { label: 'b', s0: 7, s1: 0 },
    ],
    series: [
      { code: 's0', name: 'x' },
      { code: 's1', name: 'y' },
    ],
  })
})

test.each([
  ['month', '2025-11-01', '2026-02-01', 4],
  ['quarter', '2025-10-01', '2026-04-01', 3],
  ['week', '2026-02-23', '2026-03-09', 3],
  ['day', '2026-02-27', '2026-03-02', 4],
  ['year', '2020-01-01', '2026-01-01', 7],
] as const)('every %s from %s to %s is there', (period, first, last, count) => {
  const days = periodsBetween([`${last}T00:00:00Z`, `${first}T00:00:00Z`], period)

  expect(days).toHaveLength(count)
  expect([days[0], days.at(-1)]).toEqual([`${first}T00:00:00Z`, `${last}T00:00:00Z`])
  expect(periodsBetween([], period)).toEqual([])
  expect(periodText(days[0] ?? '', period, 'en')).toMatch(/\d/)
})
