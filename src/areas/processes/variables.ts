import { ExpressionError } from '../../engine/expressions/expression.ts'
import { outputsOf } from '../../engine/mapping.ts'
import type { Program } from '../../engine/program.ts'
import type { Values } from '../../engine/state.ts'
import type { Field } from '../../fields/field-type.ts'
import { checkValue, wrongValues } from '../../fields/values.ts'
import { type Detail, invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { checkLinks } from '../apps/links.ts'

type Fields = ReadonlyMap<string, Field>
type Json = Record<string, unknown>

/** The variables of a new instance: given values, otherwise defaults; required ones must have a value. */
export function readStart(fields: Fields, context: Json): Values {
  const problems: Detail[] = []
  const values: Values = {}
  for (const field of fields.values()) {
    const wire = Object.hasOwn(context, field.code) ? context[field.code] : field.default
    const { value, problems: found } = checkValue(field, wire ?? null)
    problems.push(...found)
    if (field.required && isEmpty(value) && found.length === 0) {
      problems.push({ path: field.code, message: 'a value is required' })
    }
    values[field.code] = value
  }
  if (problems.length > 0) throw wrongValues(problems)
  return values
}

/** Values for a running instance. Unknown variables are refused by name. */
export function readChanges(fields: Fields, context: Json): Values {
  const problems: Detail[] = []
  const values: Values = {}
  for (const [code, wire] of Object.entries(context)) {
    if (code.startsWith('__')) continue
    const field = fields.get(code)
    if (!field) throw invalid(`unknown variable "${code.slice(0, 100)}"${known(fields)}`)
    const { value, problems: found } = checkValue(field, wire ?? null)
    problems.push(...found)
    values[code] = value
  }
  if (problems.length > 0) throw wrongValues(problems)
  return values
}

/** The values an element stores: through its `out` mappings, otherwise under their own names. */
export function mappedValues(program: Program, node: string, values: Values): Values {
  try {
    return outputsOf(program, node, values)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw invalid(`an "out" mapping cannot be evaluated: ${error.message}`)
  }
}

/** The values for which the process has variables. */
export function declaredValues(
  { program, byCode }: { program: Program; byCode: Fields },
  node: string,
  values: Values,
): Values {
  const all = Object.entries(mappedValues(program, node, values))
  return Object.fromEntries(all.filter(([name]) => byCode.has(name)))
}

/** Variables required at the start cannot be cleared later. */
export function requireFilled(fields: Fields, values: Values): void {
  const emptied = Object.keys(values).filter(
    (code) => fields.get(code)?.required && isEmpty(values[code]),
  )
  const problems = emptied.map((path) => ({ path, message: 'a value is required' }))
  if (problems.length > 0) throw wrongValues(problems)
}

const known = (fields: Fields): string =>
  fields.size === 0
    ? ': the process has no variables'
    : `, expected some of ${[...fields.keys()].join(', ')}`

/** The caller must be able to read newly referenced objects; existing references stay. */
export async function requireNamed(
  ctx: Context,
  fields: Fields,
  { values, before = {} }: { values: Values; before?: Values },
): Promise<void> {
  const given = [...fields.values()].filter(({ code }) => Object.hasOwn(values, code))
  await checkLinks(ctx, new Map(given.map((field) => [field, values[field.code]])), before)
}

/**
 * Values set by steps, converted to the stored form. A value that does not fit is reported and kept, since a later
 * step may correct it.
 */
export function fitVariables(
  fields: Fields,
  variables: Values,
  changed: readonly string[],
): { variables: Values; problem?: string } {
  const fitted: Values = {}
  const problems: string[] = []
  for (const code of changed) {
    const field = fields.get(code)
    if (!field) continue
    const { value, problems: found } = checkValue(field, variables[code] ?? null)
    if (found.length === 0) fitted[code] = value
    for (const { path, message } of found) problems.push(`variable "${path}": ${message}`)
  }
  const all = { ...variables, ...fitted }
  return problems.length > 0 ? { variables: all, problem: problems.join('; ') } : { variables: all }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
