import { z } from 'zod'
import type { Operation } from '../src/api/operation.ts'

/** What an input takes, as far as a control can say it before anything is sent. */
export type Limits = {
  required?: true
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
}

type Schema = {
  type?: string | string[]
  $ref?: string
  $defs?: Record<string, Schema>
  anyOf?: Schema[]
  enum?: unknown[]
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** The limits of each key of an input, read from its declaration when the console is built. */
export function limitsOf({ input }: Pick<Operation, 'input'>): Record<string, Limits> {
  const root = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  const entries = Object.entries(resolve(root, root).properties ?? {}).map(([key, schema]) => {
    const isRequired = root.required?.includes(key) ?? false
    return [key, limitsIn(resolve(root, schema), isRequired)] as const
  })
  return Object.fromEntries(entries.filter(([, limits]) => Object.keys(limits).length > 0))
}

function limitsIn(schema: Schema, isRequired: boolean): Limits {
  const kinds = (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null')
  const isNullable = kinds.length < (schema.anyOf?.length ?? 1)
  const [first = {}] = kinds
  if (kinds.every(isText)) return ofText(kinds, isRequired && !isNullable)
  return first.type === 'integer' || first.type === 'number' ? ofNumber(first) : {}
}

const isText = ({ type, enum: choices }: Schema): boolean => type === 'string' && !choices

function ofText(kinds: Schema[], isRequired: boolean): Limits {
  const longest = Math.max(...kinds.map(({ maxLength = Number.POSITIVE_INFINITY }) => maxLength))
  const shortest = Math.min(...kinds.map(lengthOf))
  return {
    ...(isRequired && shortest > 0 && ({ required: true } as const)),
    ...(shortest > 0 && { minLength: shortest }),
    ...(longest < Number.POSITIVE_INFINITY && { maxLength: longest }),
  }
}

/** A text of a form, such as an address or an id, is never empty. */
const lengthOf = ({ minLength, format, pattern }: Schema): number =>
  minLength ?? (format || pattern ? 1 : 0)

/** Every whole number has the limits of those that JSON can carry: they tell people nothing. */
function ofNumber({ minimum, maximum }: Schema): Limits {
  const isSaid = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  return { ...(isSaid(minimum) && { min: minimum }), ...(isSaid(maximum) && { max: maximum }) }
}

function resolve(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/$defs/', '')
  return (name && root.$defs?.[name]) || schema
}
