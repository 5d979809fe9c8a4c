import { z } from 'zod'
import { sql } from '../platform/db/sql.ts'
import { expecting } from './checks.ts'
import { fieldType } from './field-type.ts'
import { integer } from './kinds/numbers.ts'
import { isNumberText, readNumber, wholeSum } from './numbers.ts'

/** Larger numbers would lose precision in JSON. */
const LARGEST = Number.MAX_SAFE_INTEGER

/** Adding zero turns -0 into 0. */
export const Integer = z
  .number(expecting('an integer'))
  .refine(Number.isSafeInteger, `expected an integer between -${LARGEST} and ${LARGEST}`)
  .transform((value) => value + 0)

export const integerType = fieldType({
  type: 'INTEGER',
  settings: { min: z.int().optional(), max: z.int().optional() },
  data: ({ min, max }) => ({
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }),
  columns: () => [{ suffix: '', type: 'bigint' }],
  value: ({ min = -LARGEST, max = LARGEST }) =>
    Integer.refine(
      (value) => value >= min && value <= max,
      `expected an integer between ${min} and ${max}`,
    ),
  write: (value) => [value],
  read: (column) => column(''),
  output: () => z.int().nullable(),
  facets: () => ({ '': { kind: integer, sql: (column) => column(''), of: (value) => value } }),
  index: (column) => ({ method: 'btree', expression: column('') }),
  uniqueKey: (column) => column(''),
  cell: (cell, { min = -LARGEST, max = LARGEST }) => {
    const value = readNumber(cell) + 0
    return { value, isChecked: Number.isSafeInteger(value) && value >= min && value <= max }
  },
  asText: (column) => sql`${column('')}::text`,
  total: wholeSum,
  conversions: {
    INTEGER: {
      fits: (old, { to: { min = -LARGEST, max = LARGEST } }) =>
        sql`coalesce(${old('')} between ${min}::bigint and ${max}::bigint, true)`,
    },
    FLOAT: {
      using: (old) => [sql`${old('')}::bigint`],
      fits: (old, { to: { min = -LARGEST, max = LARGEST } }) =>
        sql`coalesce(${old('')} = trunc(${old('')})
          and ${old('')} between ${min}::float8 and ${max}::float8, true)`,
    },
    BOOLEAN: { using: (old) => [sql`${old('')}::integer::bigint`] },
    DURATION: {},
    STRING: {
      using: (old) => [sql`nullif(btrim(${old('')}), '')::numeric::bigint`],
      fits: (old, { to: { min = -LARGEST, max = LARGEST } }) =>
        sql`case when btrim(${old('')}) <> '' then case when ${isNumberText(old(''))}
          then ${old('')}::numeric = trunc(${old('')}::numeric)
            and ${old('')}::numeric between ${min}::bigint and ${max}::bigint
          else false end else true end`,
    },
  },
})
