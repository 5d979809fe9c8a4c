import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { AppError, type Detail, describeDetails, invalid } from '../lib/errors.ts'
import { findUnstorable, TOO_LARGE, UNSTORABLE } from '../lib/storable.ts'
import { parseInWords } from '../lib/zod-words.ts'
import { checkLimits, type Limits, limitsOf, parseFields, SMALL_BODY } from './body-limits.ts'
import { explainJsonError } from './json-error.ts'

const BOM = 0xfeff

/** Clients send JSON with any Content-Type or none, so only the bytes matter. */
export function parseJson(bytes: Buffer, limits: Limits): unknown {
  if (!isUtf8(bytes)) throw invalid('the body is not valid UTF-8')
  const text = bytes.toString('utf8')
  return parseText(text.charCodeAt(0) === BOM ? text.slice(1) : text, 'the body', limits)
}

/** Some protocols require a content type; without one the bytes decide. */
export function checkType(sent: string | undefined, allowed: readonly string[] | undefined): void {
  const type = sent?.split(';')[0]?.trim().toLowerCase()
  if (!type || !allowed || allowed.includes(type)) return
  throw new AppError('unsupported', `Content-Type ${type}: expected ${allowed.join(' or ')}`)
}

/** Other protocols send forms; JSON is accepted too, as everywhere. */
export function parseForm(bytes: Buffer, limits: Limits): unknown {
  const text = bytes.toString('utf8')
  if (/^\s*(\{|$)/.test(text)) return parseJson(bytes, limits)
  return Object.fromEntries(parseFields(text))
}

export function parseText(text: string, what: string, limits = limitsOf(SMALL_BODY)): unknown {
  if (text.trim() === '') return {}
  checkLimits(text, what, limits)
  try {
    return JSON.parse(text, MAY_NAME_PROTOTYPE.test(text) ? withoutPrototype : undefined)
  } catch {
    throw invalid(`${what} is not valid JSON at ${explainJsonError(text)}`)
  }
}

/** The name itself, or escapes that could spell it. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/
const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value)

/** The contract accepts `[]` and an absent body for `{}`, unless the schema is a list. */
export const orEmpty = (value: unknown, schema: z.ZodType): unknown =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0 && schema instanceof z.ZodObject)
    ? {}
    : value

/** Validates a part of the request; reports all problems together. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = parseInWords(schema, value)
  if (!parsed.success) throw refuse(parsed.issues.map(toDetail))
  const unstorable = findUnstorable(parsed.data)
  if (!unstorable) return parsed.data
  const message = typeof valueAt(parsed.data, unstorable) === 'number' ? TOO_LARGE : UNSTORABLE
  throw refuse([{ path: unstorable.join('.'), message }])
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value)

const refuse = (details: Detail[]) => invalid(describeDetails(details), details)

const toDetail = ({ path, message }: z.core.$ZodIssue): Detail => ({
  path: path.join('.'),
  message,
})
