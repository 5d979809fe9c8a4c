import { describe } from '../fields/checks.ts'
import { invalid } from '../lib/errors.ts'
import { ID } from './codes.ts'

/** The fields to return; the rule of a field may be a projection of the linked items. */
export type Projection = { [code: string]: boolean | Projection }

const DEEPEST = 8

/** Reads `{"*": true, "a": false, "link": {…}}` of a request. */
export function readProjection(fields: Record<string, unknown>, depth = 1): Projection {
  if (depth > DEEPEST) throw invalid(`fields are nested deeper than ${DEEPEST} levels`)
  const rules = Object.entries(fields).map(([code, rule]) => {
    if (typeof rule === 'boolean') return [code, rule] as const
    if (typeof rule === 'object' && rule && !Array.isArray(rule)) {
      return [code, readProjection(rule as Record<string, unknown>, depth + 1)] as const
    }
    throw invalid(`fields.${code}: expected true, false or an object, received ${describe(rule)}`)
  })
  return Object.fromEntries(rules)
}

/** Without rules all fields are shown; naming fields excludes the others, unless `*` is true. */
export function isShown(projection: Projection, code: string): boolean {
  if (code === ID || Object.keys(projection).length === 0) return true
  const rule = Object.hasOwn(projection, code) ? projection[code] : undefined
  return Boolean(rule ?? projection['*'] ?? false)
}
