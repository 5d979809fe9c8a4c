import type { z } from 'zod'
import { type Detail, invalid } from '../lib/errors.ts'
import type { Cell, Field } from './field-type.ts'
import { fieldTypeOf } from './registry.ts'

/** Schemas are made once per field; a definition that changes makes new fields. */
const schemas = new WeakMap<Field, z.ZodType>()

export function schemaOf(field: Field): z.ZodType {
  const known = schemas.get(field)
  if (known) return known
  const schema = fieldTypeOf(field.type).value(field)
  schemas.set(field, schema)
  return schema
}

export type Checked = { value: unknown; problems: Detail[] }

/** A wire value as it will be stored and read; null when it is empty or wrong. */
export function checkValue(field: Field, wire: unknown): Checked {
  if (wire === null) return { value: null, problems: [] }
  const parsed = schemaOf(field).safeParse(wire)
  if (parsed.success) return { value: parsed.data, problems: [] }
  const problems = parsed.error.issues.map(({ path, message }) => ({
    path: [field.code, ...path].join('.'),
    message: lowerFirst(message.replace(/^Invalid input: /, '')),
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
  invalid(
    problems
      .slice(0, 5)
      .map(({ path, message }) => `field "${path}": ${message}`)
      .join('; '),
    problems.slice(0, 100),
  )

/** One parameter per column, nulls for a field without a value. */
export function columnValues(field: Field, value: unknown): unknown[] {
  const type = fieldTypeOf(field.type)
  return value === null ? type.columns(field).map(() => null) : type.write(value, field)
}

/** A cell of an imported table; an empty one clears the field. */
export const readCell = (field: Field, text: string): Cell =>
  text.trim() === '' ? { value: null } : fieldTypeOf(field.type).cell(text, field)

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
