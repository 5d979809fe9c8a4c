import type { z } from 'zod'
import { memoize } from '../lib/cache.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { type Detail, describeDetails, invalid } from '../lib/errors.ts'
import { inWords, unfold } from '../lib/zod-words.ts'
import type { Cell, Field } from './field-type.ts'
import { fieldTypeOf } from './registry.ts'

/** Schemas are made once per field; a definition that changes makes new fields. */
const schemaOf = memoize((field: Field): z.ZodType => fieldTypeOf(field.type).value(field))

export type Checked = { value: unknown; problems: Detail[] }

/** A wire value as it will be stored and read; null when it is empty or wrong. */
export function checkValue(field: Field, wire: unknown): Checked {
  if (wire === null) return { value: null, problems: [] }
  const parsed = schemaOf(field).safeParse(wire, { error: inWords })
  if (parsed.success) return { value: parsed.data, problems: [] }
  const problems = parsed.error.issues.flatMap(unfold).map(({ path, message }) => ({
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
  invalid(describeDetails(problems), problems.slice(0, 100))

export const wrongValue = (path: string, message: string) => wrongValues([{ path, message }])

/**
 * Clients send more than an object has fields, and what is unknown is ignored; but where nothing at
 * all is known, somebody has mistaken the names or the object.
 */
export function refuseUnknownOnly(
  context: Record<string, unknown>,
  known: ReadonlySet<string> | ReadonlyMap<string, unknown>,
): void {
  const given = Object.keys(context)
  if (given.length === 0 || given.some((code) => code.startsWith('__') || known.has(code))) return
  throw wrongValues(
    given.map((code) => ({
      path: code.slice(0, 100),
      message: `there is no such field${didYouMean(code, [...known.keys()])}`,
    })),
  )
}

/** One parameter per column, nulls for a field without a value. */
export function columnValues(field: Field, value: unknown): unknown[] {
  const type = fieldTypeOf(field.type)
  return value === null ? type.columns(field).map(() => null) : type.write(value, field)
}

/** A cell of an imported table; an empty one clears the field. */
export const readCell = (field: Field, text: string): Cell =>
  text.trim() === '' ? { value: null } : fieldTypeOf(field.type).cell(text, field)
