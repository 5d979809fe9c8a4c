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

/** The variables of a new instance: what came, else the default; what is required must be there. */
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

/** Values that somebody gives to an instance that runs. What is no variable is refused by name. */
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

/** What an element stores of values from outside: through its `out` mappings, else under their own names. */
export function mappedValues(program: Program, node: string, values: Values): Values {
  try {
    return outputsOf(program, node, values)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw invalid(`an "out" mapping cannot be evaluated: ${error.message}`)
  }
}

/** Of what an event stores, that which the process has variables for. */
export function declaredValues(
  { program, byCode }: { program: Program; byCode: Fields },
  node: string,
  values: Values,
): Values {
  const all = Object.entries(mappedValues(program, node, values))
  return Object.fromEntries(all.filter(([name]) => byCode.has(name)))
}

/** What a process requires at its start cannot be taken from it later. */
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

/** Whoever gives values to a process may read what these name; what it has already stays. */
export async function requireNamed(
  ctx: Context,
  fields: Fields,
  { values, before = {} }: { values: Values; before?: Values },
): Promise<void> {
  const given = [...fields.values()].filter(({ code }) => Object.hasOwn(values, code))
  await checkLinks(ctx, new Map(given.map((field) => [field, values[field.code]])), before)
}

/**
 * Values that steps have set, in the form in which variables are kept. A value that does not fit is
 * told; it stays as it is, since a later step may well put it right.
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
