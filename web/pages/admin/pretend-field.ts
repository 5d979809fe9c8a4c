import type { Field } from '../../fields/field.ts'

/** What is asked here is no field of an app, but is filled in the same way. */
export const pretendField = (
  type: string,
  name: string,
  { data = {}, required = false }: { data?: Field['data']; required?: boolean } = {},
): Field => ({
  code: name,
  type,
  array: false,
  single: true,
  required,
  indexed: false,
  searchable: false,
  deleted: false,
  calcByFormula: false,
  formula: '',
  defaultValue: null,
  data,
  view: { name, tooltip: '' },
})
