import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { AppError, type Detail, describeDetails, invalid } from '../lib/errors.ts'
import { findUnstorable, TOO_LARGE, UNSTORABLE } from '../lib/storable.ts'
import { inWords, unfold } from '../lib/zod-words.ts'
import { explainJsonError } from './json-error.ts'

/** Deeper than any legitimate request; protects recursive code. */
const DEEPEST = 200
const BOM = 0xfeff

/** Clients send JSON with any Content-Type or none, so only the bytes matter. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalid('the body is not valid UTF-8')
  const text = bytes.toString('utf8')
  return parseText(text.charCodeAt(0) === BOM ? text.slice(1) : text, 'the body')
}

/** Some protocols insist on a type; without one the bytes have to do. */
export function checkType(sent: string | undefined, allowed: readonly string[] | undefined): void {
  const type = sent?.split(';')[0]?.trim().toLowerCase()
  if (!type || !allowed || allowed.includes(type)) return
  throw new AppError('unsupported', `Content-Type ${type}: expected ${allowed.join(' or ')}`)
}

/** Other protocols send forms; JSON is understood here as everywhere. */
export function parseForm(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  if (/^\s*(\{|$)/.test(text)) return parseJson(bytes)
  return Object.fromEntries(new URLSearchParams(text))
}

export function parseText(text: string, what: string): unknown {
  if (text.trim() === '') return {}
  checkDepth(text, what)
  try {
    return JSON.parse(text, MAY_NAME_PROTOTYPE.test(text) ? withoutPrototype : undefined)
  } catch {
    throw invalid(`${what} is not valid JSON at ${explainJsonError(text)}`)
  }
}

/** The name itself, or escapes that could spell it. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/
const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value)

const QUOTE = 34
const BACKSLASH = 92

function checkDepth(text: string, what: string): void {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) inString = false
    } else if (char === QUOTE) inString = true
    else if (char === 91 || char === 123) {
      if (++depth > DEEPEST) throw invalid(`${what} is nested deeper than ${DEEPEST} levels`)
    } else if (char === 93 || char === 125) depth--
  }
}

/** The contract accepts `[]` and an absent body for `{}`, unless the schema is a list. */
export const orEmpty = (value: unknown, schema: z.ZodType): unknown =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0 && schema instanceof z.ZodObject)
    ? {}
    : value

/** Validates a part of the request; reports all problems together. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: inWords })
  if (!parsed.success) throw refuse(parsed.error.issues.flatMap(unfold).slice(0, 100).map(toDetail))
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
