import type { Field, FieldType } from './field-type.ts'

/** A field as the metadata routes show it. */
type FieldDescription = {
  code: string
  type: string
  array: boolean
  single: boolean
  required: boolean
  indexed: boolean
  searchable: boolean
  deleted: boolean
  calcByFormula: boolean
  formula: string
  defaultValue: unknown
  data: Record<string, unknown>
  view: { name: string; tooltip: string }
}

export const describeField = (field: Field, type: FieldType): FieldDescription => ({
  code: field.code,
  type: field.type,
  array: field.single === false || field.multiple === true,
  single: field.single === true,
  required: field.required,
  indexed: field.indexed ?? false,
  searchable: field.searchable ?? false,
  deleted: false,
  calcByFormula: false,
  formula: '',
  defaultValue: field.default ?? null,
  data: type.data(field),
  view: { name: field.name, tooltip: field.tooltip },
})
