import { z } from 'zod'
import { invalid } from '../lib/errors.ts'
import { sql } from '../platform/db/sql.ts'
import { fieldType } from './field-type.ts'
import { boolean } from './kinds/boolean.ts'

const YES = ['true', 'yes', '1']
const NO = ['false', 'no', '0']

export const booleanType = fieldType({
  type: 'BOOLEAN',
  settings: {},
  data: () => ({}),
  columns: () => [{ suffix: '', type: 'boolean' }],
  value: () => z.boolean(),
  write: (value) => [value],
  read: (column) => column(''),
  output: () => z.boolean().nullable(),
  facets: () => ({ '': { kind: boolean, sql: (column) => column(''), of: (value) => value } }),
  index: (column) => ({ method: 'btree', expression: column('') }),
  cell: (cell) => {
    const word = cell.trim().toLowerCase()
    if (YES.includes(word)) return { value: true, isChecked: true }
    if (NO.includes(word)) return { value: false, isChecked: true }
    throw invalid(`expected true, false, yes, no, 1 or 0, received "${cell}"`)
  },
  asText: (column) => sql`${column('')}::text`,
  conversions: {
    INTEGER: {
      using: (old) => [sql`${old('')} = 1`],
      fits: (old) => sql`coalesce(${old('')} in (0, 1), true)`,
    },
    STRING: {
      using: (old) => [sql`lower(btrim(nullif(${old('')}, ''))) = any(${YES}::text[])`],
      fits: (old) => sql`coalesce(btrim(${old('')}), '') = ''
        or lower(btrim(${old('')})) = any(${[...YES, ...NO]}::text[])`,
    },
  },
})
