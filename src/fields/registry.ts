import type { FieldType } from './field-type.ts'
import { stringType } from './string.ts'

/** Every type of field. A new type is one file and one line here. */
export const fieldTypes: FieldType[] = [stringType]

const byType = new Map(fieldTypes.map((each) => [each.type, each]))

export function fieldTypeOf(type: string): FieldType {
  const known = byType.get(type)
  if (!known) throw new Error(`no field type ${type}`)
  return known
}
