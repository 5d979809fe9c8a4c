import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../fields/field-type.ts'

/** Rows of a table get new ids each time they come without; that alone is no change. */
export function isSame({ type }: Field, before: unknown, after: unknown): boolean {
  const plain = (value: unknown) =>
    JSON.parse(JSON.stringify(value ?? null), (key, inner) =>
      type === 'TABLE' && key === '__id' ? undefined : inner,
    )
  return isDeepStrictEqual(plain(before), plain(after))
}

/** What of the values that came is not what the item has. */
export const differentFrom = (
  before: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<Field, unknown>,
): Map<Field, unknown> =>
  new Map([...fields].filter(([field, value]) => !isSame(field, before[field.code], value)))
