import type { Detail } from '../lib/errors.ts'
import type { Field } from './field-type.ts'
import { canBeUnique, fieldTypeOf } from './registry.ts'
import { checkValue } from './values.ts'

/** What is wrong with a definition although each of its keys is right. */
export function problemsOf(field: Field): Detail[] {
  const type = fieldTypeOf(field.type)
  const problems: Detail[] = []
  const add = (path: string, message: string) => problems.push({ path, message })
  if (field.unique && !canBeUnique(field.type)) add('unique', `${field.type} cannot be unique`)
  if (field.indexed && !type.index) add('indexed', `${field.type} cannot be indexed`)
  if (field.default === undefined) return problems
  const { problems: wrong } = checkValue({ ...field, code: 'default' }, field.default)
  return [...problems, ...wrong]
}
