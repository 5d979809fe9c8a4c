import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** The smallest value a schema takes, so that a call gets past the checks of its input. */
export function sample(schema: z.ZodType): unknown {
  const json = z.toJSONSchema(schema, { io: 'input' }) as Schema
  return fill(json, json.$defs ?? {})
}

function fill(schema: Schema, named: Record<string, Schema>): unknown {
  if (schema.$ref) return fill(named[schema.$ref.slice('#/$defs/'.length)] ?? {}, named)
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return fill(choice as Schema, named)
  if (schema.type === 'object') return fillObject(schema, named)
  if (schema.type === 'array') return Array(schema.minItems ?? 0).fill(fillItems(schema, named))
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return false
  return schema.type === 'string' ? fillText(schema) : null
}

const fillObject = ({ properties = {}, required = [] }: Schema, named: Record<string, Schema>) =>
  Object.fromEntries(required.map((name) => [name, fill(properties[name] as Schema, named)]))

const fillItems = ({ items }: Schema, named: Record<string, Schema>) =>
  items && !Array.isArray(items) ? fill(items as Schema, named) : null

const TEXTS: Record<string, string> = {
  uuid: '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e01',
  'date-time': '2026-03-02T09:15:00Z',
  email: 'ann@example.com',
  uri: 'https://example.com/',
}

const fillText = ({ format = '', minLength = 1 }: Schema): string =>
  TEXTS[format] ?? 'x'.repeat(minLength)
