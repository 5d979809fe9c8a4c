import { z } from 'zod'
import { Id } from '../api/schemas.ts'
import { sql } from '../platform/db/sql.ts'
import { fieldType } from './field-type.ts'
import { id } from './kinds/id.ts'

/** One id by itself, as `__id` and `__createdBy` are. The system's own. */
export const idType = fieldType({
  type: 'ID',
  settings: { to: z.string().optional() },
  link: ({ to }) => to,
  data: () => ({}),
  columns: () => [{ suffix: '', type: 'uuid' }],
  value: () => Id,
  write: (value) => [value],
  read: (column) => column(''),
  ids: (column) => ({ value: column(''), isList: false }),
  output: () => Id.nullable(),
  facets: () => ({
    '': {
      kind: id,
      sql: (column) => column(''),
      of: (value) => value,
      literal: (value) => id.literal(Array.isArray(value) && value.length === 1 ? value[0] : value),
    },
  }),
  index: (column) => ({ method: 'btree', expression: column('') }),
  uniqueKey: (column) => column(''),
  cell: (cell) => ({ value: cell.trim() }),
  asText: (column) => sql`${column('')}::text`,
})
