import type { Field } from '../../fields/field.ts'

const BLANK = {
  array: false,
  single: true,
  required: true,
  indexed: false,
  searchable: false,
  deleted: false,
  calcByFormula: false,
  formula: '',
  defaultValue: null,
  data: {},
} as const

/** A field that no definition has: the inputs of fields ask for one. */
export const plainField = (code: string, type: string, name: string): Field =>
  ({ ...BLANK, code, type, view: { name, tooltip: '' } }) as Field

export const personField = (name: string): Field => plainField('person', 'SYS_USER', name)
