import type { ReactNode } from 'react'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Place } from '../schema/setting.ts'
import type { FieldValue } from './new-field.ts'

export type FieldProps = {
  root: JsonSchema
  types: readonly JsonSchema[]
  code: string
  field: FieldValue
  place: Place
  /** Whether lists can sort and search by it. */
  isColumn: boolean
  /** How the fields inside of this one are shown. */
  renderFields: (place: Place, schema: JsonSchema) => ReactNode
}
