import type { z } from 'zod'
import { memoize } from '../lib/cache.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { type Detail, describeDetails, invalid } from '../lib/errors.ts'
import { MOST_ISSUES, parseInWords } from '../lib/zod-words.ts'
import type { Cell, Field } from './field-type.ts'
import { fieldTypeOf } from './registry.ts'

/** Schemas are made once per field; a definition that changes makes new fields. */
const schemaOf = memoize((field: Field): z.ZodType => fieldTypeOf(field.type).value(field))

export type Checked = { value: unknown; problems: Detail[] }

/** A wire value as it will be stored and read; null when it is empty or wrong. */
export function checkValue(field: Field, wire: unknown): Checked {
  if (wire === null) return { value: null, problems: [] }
  const parsed = parseInWords(schemaOf(field), wire)
  if (parsed.success) return { value: parsed.data, problems: [] }
  const problems = parsed.issues.map(({ path, message }) => ({
    path: [field.code, ...path].join('.'),
    message,
  }))
  return { value: null, problems }
}

/** Checks one value, and refuses it in the words every caller sees. */
export function readValue(field: Field, wire: unknown): unknown {
  const { value, problems } = checkValue(field, wire)
  if (problems.length > 0) throw wrongValues(problems)
  return value
}

export const wrongValues = (problems: Detail[]) =>
  invalid(describeDetails(problems), problems.slice(0, MOST_ISSUES))

export const wrongValue = (path: string, message: string) => wrongValues([{ path, message }])

type Json = Record<string, unknown>
/** Somebody who tells the caller what was ignored. */
export type Warned = { warn(message: string): void }
type Known = ReadonlySet<string> | ReadonlyMap<string, unknown>

/** Names that are compared with all others, to find the one that was meant. */
const MOST_HINTS = 5

/**
 * Clients send more than an object has fields, and what is unknown is ignored; but where nothing at
 * all is known, somebody has mistaken the names or the object.
 */
export function checkCodes(ctx: Warned, context: Json, known: Known): void {
  const given = Object.keys(context)
  if (given.length === 0) return
  if (given.some((code) => code.startsWith('__') || known.has(code))) {
    warnOfUnknown(ctx, context, known)
    return
  }
  throw wrongValues(
    given.slice(0, MOST_ISSUES).map((code, at) => ({
      path: code.slice(0, 100),
      message: at < MOST_HINTS ? unknownField(code, known) : 'there is no such field',
    })),
  )
}

/** Unknown codes that look like those of built-in apps: their values would be lost unnoticed. */
export function warnOfUnknown(ctx: Warned, context: Json, known: Known): void {
  const lost = Object.keys(context).filter((code) => isBuiltIn(code) && !known.has(code))
  for (const code of lost.slice(0, MOST_WARNINGS)) {
    ctx.warn(`"${code.slice(0, 100)}" was ignored: ${unknownField(code, known)}`)
  }
}

const MOST_WARNINGS = 10

/** `_inn`, but not `__name`. */
const isBuiltIn = (code: string) => /^_(?!_)/.test(code)

const unknownField = (code: string, known: Known): string =>
  `there is no such field${didYouMean(code, [...known.keys()])}`

/** One parameter per column, nulls for a field without a value. */
export function columnValues(field: Field, value: unknown): unknown[] {
  const type = fieldTypeOf(field.type)
  return value === null ? type.columns(field).map(() => null) : type.write(value, field)
}

/** A cell of an imported table; an empty one clears the field. */
export const readCell = (field: Field, text: string): Cell =>
  text.trim() === '' ? { value: null } : fieldTypeOf(field.type).cell(text, field)
