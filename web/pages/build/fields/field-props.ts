import type { ReactNode } from 'react'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { SettingPath } from '../schema/setting.ts'
import type { FieldValue } from './new-field.ts'

export type FieldProps = {
  root: JsonSchema
  types: readonly JsonSchema[]
  code: string
  field: FieldValue
  place: SettingPath
  /** Whether lists can sort and search by it. */
  isColumn: boolean
  /** How the fields inside of this one are shown. */
  renderFields: (place: SettingPath, schema: JsonSchema) => ReactNode
}
