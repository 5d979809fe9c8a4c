import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../fields/field-type.ts'

/** Table rows sent without ids get new ones; that alone is not a change. */
export function isSame({ type }: Field, before: unknown, after: unknown): boolean {
  const plain = (value: unknown) =>
    JSON.parse(JSON.stringify(value ?? null), (key, inner) =>
      type === 'TABLE' && key === '__id' ? undefined : inner,
    )
  return isDeepStrictEqual(plain(before), plain(after))
}

/** The given values that differ from the stored ones. */
export const differentFrom = (
  before: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<Field, unknown>,
): Map<Field, unknown> =>
  new Map([...fields].filter(([field, value]) => !isSame(field, before[field.code], value)))
