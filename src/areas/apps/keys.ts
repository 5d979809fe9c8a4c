import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { canBeUnique, fieldTypeOf } from '../../fields/registry.ts'
import { columnValues, readValue, wrongValue } from '../../fields/values.ts'
import { invalid } from '../../lib/errors.ts'
import { systemField } from '../../lists/source.ts'
import type { Key } from './store/keys.ts'

const EXTERNAL_ID = '__externalId'

/** The keys by which items can be found: `__externalId`, unique fields, and `externalKeys` of the app. */
export function keyNamed(app: StoredApp, code: string): Key {
  if (code === EXTERNAL_ID) {
    return { field: systemField(code, 'STRING'), column: code, type: 'text' }
  }
  const known = app.fields.filter((each) => isKey(app, each))
  const field = known.find((each) => each.code === code)
  if (!field) {
    const all = [EXTERNAL_ID, ...known.map((each) => each.code)].join(', ')
    throw invalid(`"${code}" is not a key of ${app.namespace}/${app.code}, expected one of ${all}`)
  }
  const [column] = fieldTypeOf(field.type).columns(field)
  return { field, column: code, type: column?.type ?? '' }
}

const isKey = ({ body }: StoredApp, { code, type, unique }: Field): boolean =>
  canBeUnique(type) && (unique || body.externalKeys.includes(code))

/** The key of an item as its column has it. */
export function readKey({ field }: Key, context: Record<string, unknown>): unknown {
  const [key = null] = columnValues(field, readValue(field, context[field.code] ?? null))
  if (key === null || key === '') throw wrongValue(field.code, 'a key is required')
  return key
}
