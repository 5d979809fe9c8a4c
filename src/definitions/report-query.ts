import { COMPUTED } from '../fields/computed.ts'
import { suggest } from '../lib/did-you-mean.ts'
import type { FieldDefinition } from './field.ts'
import type { Body } from './kinds.ts'
import type { Path } from './source.ts'

type Query = NonNullable<Body<'report'>['query']>
type Fields = Record<string, FieldDefinition>
type Issue = { path: Path; message: string }

/** Unknown fields, functions that do not fit the type, and columns without a source. */
export function checkQuery(query: Query, columns: Fields, fields: Fields): Issue[] {
  const { groupBy, values } = query
  const isPlain = groupBy.length === 0 && Object.keys(values).length === 0
  const known = [...(isPlain ? Object.keys(fields) : groupBy), ...Object.keys(values)]
  return [
    ...groupBy.flatMap((code, at) => unknown(code, Object.keys(fields), ['query', 'groupBy', at])),
    ...Object.entries(values).flatMap(([code, value]) => checkValue(code, value, fields)),
    ...Object.keys(columns)
      .filter((code) => !known.includes(code))
      .map((code) => ({
        path: ['columns', code],
        message: isPlain
          ? `the app has no field "${code}"${suggest(code, known)}`
          : `"${code}" is neither in "groupBy" nor in "values"${suggest(code, known)}`,
      })),
  ]
}

const unknown = (code: string, known: string[], path: Path): Issue[] =>
  known.includes(code)
    ? []
    : [{ path, message: `the app has no field "${code}"${suggest(code, known)}` }]

function checkValue(
  code: string,
  { function: of, field }: Query['values'][string],
  fields: Fields,
) {
  const path = ['query', 'values', code]
  const types = COMPUTED[of]
  if (field === undefined) {
    return types ? [{ path, message: `"${of}" needs a "field"` }] : []
  }
  const missing = unknown(field, Object.keys(fields), [...path, 'field'])
  const type = String(fields[field]?.type)
  if (missing.length > 0 || !types || types.includes(type)) return missing
  return [{ path: [...path, 'function'], message: `there is no ${of} of ${type}` }]
}
