import { z } from 'zod'
import { sql } from '../platform/db/sql.ts'
import { expecting } from './checks.ts'
import { fieldType } from './field-type.ts'
import { number } from './kinds/numbers.ts'
import { isNumberText, readNumber, sum } from './numbers.ts'

const LARGEST = Number.MAX_VALUE

const Float = z
  .number(expecting('number'))
  .refine(Number.isFinite, 'expected a finite number')
  .transform((value) => value + 0)

export const floatType = fieldType({
  type: 'FLOAT',
  settings: { min: z.number().optional(), max: z.number().optional() },
  data: ({ min, max }) => ({
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }),
  columns: () => [{ suffix: '', type: 'double precision' }],
  value: ({ min = -LARGEST, max = LARGEST }) =>
    Float.refine(
      (value) => value >= min && value <= max,
      `expected a number between ${min} and ${max}`,
    ),
  write: (value) => [value],
  read: (column) => column(''),
  output: () => z.number().nullable(),
  facets: () => ({ '': { kind: number, sql: (column) => column(''), of: (value) => value } }),
  index: (column) => ({ method: 'btree', expression: column('') }),
  uniqueKey: (column) => column(''),
  cell: (cell, { min = -LARGEST, max = LARGEST }) => {
    const value = readNumber(cell) + 0
    return { value, isChecked: value >= min && value <= max }
  },
  asText: (column) => sql`${column('')}::text`,
  total: sum,
  conversions: {
    FLOAT: {
      fits: (old, { to: { min = -LARGEST, max = LARGEST } }) =>
        sql`coalesce(${old('')} between ${min}::float8 and ${max}::float8, true)`,
    },
    INTEGER: {
      using: (old) => [sql`${old('')}::float8`],
      fits: (old, { to: { min = -LARGEST, max = LARGEST } }) =>
        sql`coalesce(${old('')}::float8 between ${min}::float8 and ${max}::float8, true)`,
    },
    MONEY: { using: (old) => [sql`${old('')}::float8 / 100`] },
    STRING: {
      using: (old) => [sql`nullif(btrim(${old('')}), '')::float8`],
      fits: (old, { to: { min = -LARGEST, max = LARGEST } }) =>
        sql`case when btrim(${old('')}) <> '' then case when ${isNumberText(old(''))}
          then ${old('')}::float8 between ${min}::float8 and ${max}::float8
          else false end else true end`,
    },
  },
})
