import { invalid } from '../lib/errors.ts'
import { type Sql, sql } from '../platform/db/sql.ts'

/** A number as people and spreadsheets write it: `1 234,5`, `1234.5`, `-7`. */
export function readNumber(cell: string): number {
  const compact = cell.replace(/[\s\u00a0\u202f']/g, '')
  const value = /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(compact)
    ? Number(compact.replace(',', '.'))
    : Number.NaN
  if (!Number.isFinite(value)) throw invalid(`expected number, received "${cell}"`)
  return value
}

/** Text that is a number, of any size that a double can hold. */
export const isNumberText = (column: Sql): Sql =>
  sql`${column} ~ '^\\s*[+-]?\\d{1,255}(\\.\\d{1,255})?\\s*$'`

/** Rounds off what adding doubles leaves behind: 0.1 + 0.2 is 0.3. */
export function sum(values: number[]): number | null {
  const total = values.reduce((left, right) => left + right, 0)
  return Number.isFinite(total) ? Number(total.toPrecision(15)) : null
}

export function wholeSum(values: number[]): number | null {
  const total = values.reduce((left, right) => left + right, 0)
  return Number.isSafeInteger(total) ? total : null
}
