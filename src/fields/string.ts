import { z } from 'zod'
import { isStorable } from '../lib/storable.ts'
import { raw, sql } from '../platform/db/sql.ts'
import { StorableText } from './checks.ts'
import { fieldType } from './field-type.ts'
import { text, textKey } from './kinds/text.ts'

export const stringType = fieldType({
  type: 'STRING',
  settings: {
    kind: z.enum(['text', 'multiline', 'markdown', 'html']).default('text'),
    maxLength: z.int().min(1).max(1_000_000).optional().describe('in characters'),
  },
  data: ({ kind, maxLength }) => ({ kind, ...(maxLength && { maxLength }) }),
  columns: () => [{ suffix: '', type: 'text' }],
  value: ({ maxLength = Number.POSITIVE_INFINITY }) =>
    StorableText.refine(
      (value) => value.length <= maxLength || [...value].length <= maxLength,
      `expected text of at most ${maxLength} characters`,
    ),
  write: (value) => [value],
  read: (column) => column(''),
  output: () => z.string().nullable(),
  facets: () => ({ '': { kind: text, sql: (column) => column(''), of: (value) => value } }),
  index: (column) => ({ method: 'btree', expression: sql`(${textKey(column(''))})` }),
  searchIndex: (column) => ({ method: 'gin', expression: sql`${column('')} gin_trgm_ops` }),
  // A hash, because an index entry cannot hold a long text. The empty text repeats freely.
  uniqueKey: (column) => sql`md5(nullif(${column('')}, ''))`,
  cell: (value, { maxLength = Number.POSITIVE_INFINITY }) => ({
    value,
    isChecked: value.length <= maxLength && isStorable(value),
  }),
  asText: (column) => column(''),
  conversions: {
    '*': {
      using: (old) => [old('')],
      fits: (old, { to }) =>
        to.maxLength === undefined
          ? raw('true')
          : sql`coalesce(char_length(${old('')}) <= ${to.maxLength}::integer, true)`,
    },
  },
})
