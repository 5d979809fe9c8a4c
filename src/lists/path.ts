import type { Field } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import type { Target } from '../fields/table-filters.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { invalid } from '../lib/errors.ts'

export type Fields = ReadonlyMap<string, Field>

/** A target with its field. */
export type FieldTarget = Target & { field: Field }

/** `price`, or a part: `fullname.lastname`. */
export function targetOf(fields: Fields, path: string): FieldTarget {
  const [code = '', ...rest] = path.split('.')
  return partOf(fieldOf(fields, code), rest.join('.'))
}

export function fieldOf(fields: Fields, code: string): Field {
  const field = fields.get(code)
  if (field) return field
  throw invalid(`unknown field "${code.slice(0, 100)}"${didYouMean(code, [...fields.keys()])}`)
}

export function partOf(field: Field, part: string): FieldTarget {
  const facets = fieldTypeOf(field.type).facets(field)
  const facet = Object.hasOwn(facets, part) ? facets[part] : undefined
  if (facet) return { field, path: { code: field.code, part }, facet }
  const parts = Object.keys(facets).filter((name) => name !== '')
  const known = parts.length > 0 ? `, only ${parts.join(', ')}` : ''
  throw invalid(`field "${field.code}" has no part "${part.slice(0, 100)}"${known}`)
}
