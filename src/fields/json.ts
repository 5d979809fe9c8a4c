import { z } from 'zod'
import { invalid } from '../lib/errors.ts'
import { isStorable } from '../lib/storable.ts'
import { sql } from '../platform/db/sql.ts'
import { fieldType } from './field-type.ts'
import { opaque } from './kinds/opaque.ts'

/** JSON that `jsonb` gives back as it came: no NUL, no lone surrogates, no infinite numbers. */
function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isStorableJson)
  if (typeof value !== 'object') return typeof value === 'boolean'
  return (
    value === null ||
    Object.entries(value).every(([key, inner]) => isStorable(key) && isStorableJson(inner))
  )
}

const Json = z
  .unknown()
  .refine(isStorableJson, 'expected JSON without NUL, lone surrogates and infinite numbers')

export const jsonType = fieldType({
  type: 'JSON',
  settings: {},
  data: () => ({}),
  columns: () => [{ suffix: '', type: 'jsonb' }],
  value: () => Json,
  write: (value) => [JSON.stringify(value)],
  read: (column) => column(''),
  output: () => z.json(),
  facets: () => ({ '': { kind: opaque, sql: (column) => column(''), of: (value) => value } }),
  cell: (cell) => {
    try {
      return { value: JSON.parse(cell) }
    } catch (error) {
      throw invalid(`expected JSON: ${(error as Error).message}`)
    }
  },
  asText: (column) => sql`${column('')}::text`,
  conversions: { JSON: {}, TABLE: {} },
})
