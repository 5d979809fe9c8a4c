import { z } from 'zod'
import { invalid } from '../lib/errors.ts'
import { raw, sql } from '../platform/db/sql.ts'
import { fieldType } from './field-type.ts'

/** Text. NUL and lone surrogates cannot be stored by PostgreSQL, so they are refused here. */
export const StorableText = z
  .string()
  .refine(
    (text) => !text.includes('\u0000') && text.isWellFormed(),
    'NUL and lone surrogates cannot be stored',
  )

/** `%`, `_` and `\` in what a person typed stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export const stringType = fieldType({
  type: 'STRING',
  canBeUnique: true,
  settings: {
    kind: z.enum(['text', 'multiline', 'markdown', 'html']).default('text'),
    maxLength: z.int().min(1).max(1_000_000).optional(),
  },
  isArray: false,
  data: ({ kind, maxLength }) => ({ kind, ...(maxLength && { maxLength }) }),
  columns: () => [{ suffix: '', type: 'text' }],
  value: ({ maxLength }) => (maxLength ? StorableText.max(maxLength) : StorableText),
  write: (value) => [value],
  read: (column) => column(''),
  output: () => z.string().nullable(),
  sortKey: (column) => sql`${column('')} collate "und-x-icu"`,
  tableFilter: (column, value) => {
    if (typeof value !== 'string') throw invalid('expected text')
    return sql`${column('')} ilike ${`%${escapeLike(value)}%`}`
  },
  index: (column) => ({ method: 'btree', expression: column('') }),
  searchIndex: (column) => ({ method: 'gin', expression: sql`${column('')} gin_trgm_ops` }),
  cell: (text) => text,
  conversions: {
    INTEGER: { using: (column) => sql`${column}::text` },
    FLOAT: { using: (column) => sql`${column}::text` },
    BOOLEAN: { using: (column) => sql`${column}::text` },
    LINK: { using: (column) => column },
    CATEGORY: { using: (column) => sql`array_to_string(${column}, ${raw("'; '")})` },
    DATETIME: {
      using: (column) => sql`to_char(${column}, ${raw(`'YYYY-MM-DD"T"HH24:MI:SS"Z"'`)})`,
    },
  },
})
