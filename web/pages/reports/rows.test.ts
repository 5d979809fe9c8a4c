import { expect, test } from 'vitest'
import { nextSort, toRowsInput } from './rows.ts'

test('a column is sorted up, then down, then as the report has it', () => {
  const up = nextSort(undefined, 'total')
  const down = nextSort(up, 'total')

  expect([up, down, nextSort(down, 'total')]).toEqual([
    { column: 'total', ascend: true },
    { column: 'total', ascend: false },
    undefined,
  ])
  expect(nextSort(down, 'name')).toEqual({ column: 'name', ascend: true })
})

test('rows without an order are asked for without one', () => {
  expect(toRowsInput({ year: 2026 }, undefined)).toEqual({ parameters: { year: 2026 } })
})
