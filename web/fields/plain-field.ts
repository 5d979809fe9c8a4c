import type { Field } from './field.ts'

type Options = Partial<Pick<Field, 'code' | 'array' | 'single' | 'required' | 'data'>>

/** A field that no definition has, for what is filled in like one. */
export const plainField = (type: string, name: string, options: Options = {}): Field => ({
  code: name,
  type,
  array: false,
  single: true,
  required: false,
  indexed: false,
  searchable: false,
  deleted: false,
  calcByFormula: false,
  formula: '',
  defaultValue: null,
  data: {},
  view: { name, tooltip: '' },
  ...options,
})
