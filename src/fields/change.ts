import type { Sql } from '../platform/db/sql.ts'
import type { Columns, Field } from './field-type.ts'
import { fieldTypeOf } from './registry.ts'

/** The effect of a field change on existing rows. */
export type Change = {
  /** The new columns over the old ones; absent = the columns stay as they are. */
  using?: Sql[]
  /** True for rows that fit the new field; any other row blocks the change. Absent = all fit. */
  fits?: Sql
}

/** How a field with data can be converted to another; undefined if it cannot. */
export function changeOf(from: Field, to: Field, columns: Columns): Change | undefined {
  const [old, target] = [fieldTypeOf(from.type), fieldTypeOf(to.type)]
  const own = target.conversions?.[from.type]
  const asText = own ? undefined : old.asText?.(columns, from)
  const conversion = own ?? (asText && target.conversions?.['*'])
  if (!conversion) return undefined
  const source = asText ? () => asText : columns
  const using = conversion.using?.(source, { from, to })
  const fits = conversion.fits?.(source, { from, to })
  return { ...(using && { using }), ...(fits && { fits }) }
}
