import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** The smallest valid value of a schema. */
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

const fillText = ({ format = '', minLength = 1, examples }: Schema): string =>
  TEXTS[format] ?? String(examples?.[0] ?? 'x'.repeat(minLength))

/** A path in an input: `files[].hash`, `context{}.one`. */
export type InputPath = string

/** Every text in an input, as its path with its format, and every path that takes arbitrary JSON. */
export function textsIn(schema: z.ZodType): { path: InputPath; format: string }[] {
  const json = z.toJSONSchema(schema, { io: 'input' }) as Schema
  const found = new Map<string, { path: InputPath; format: string }>()
  const add = (path: string, format: string) => found.set(`${path} ${format}`, { path, format })
  const walk = (each: Schema, path: string, depth = 0): void => {
    if (depth > 10) return
    const go = (inner: unknown, way = path) => walk(inner as Schema, way, depth + 1)
    if (each.$ref) go(json.$defs?.[each.$ref.slice('#/$defs/'.length)] ?? {})
    if (each.$ref) return
    const choices = each.anyOf ?? each.oneOf
    if (choices) for (const choice of choices) go(choice)
    else if (each.type === undefined && each.enum === undefined && each.const === undefined)
      add(path, 'any')
    for (const [name, inner] of Object.entries(each.properties ?? {})) go(inner, `${path}.${name}`)
    if (each.items && !Array.isArray(each.items)) go(each.items, `${path}[]`)
    if (typeof each.additionalProperties === 'object') go(each.additionalProperties, `${path}{}`)
    if (each.type === 'string' && each.format === 'uuid') add(path, 'uuid')
  }
  walk(json, '')
  return [...found.values()]
}

/** The smallest valid value with this at that path. */
export function sampleWith(schema: z.ZodType, path: InputPath, value: unknown): unknown {
  const json = z.toJSONSchema(schema, { io: 'input' }) as Schema
  const named = json.$defs ?? {}
  const steps = path.match(/\.\w+|\[\]|\{\}/g) ?? []
  const put = (each: Schema, at: number): unknown => {
    if (each.$ref) return put(named[each.$ref.slice('#/$defs/'.length)] ?? {}, at)
    const step = steps[at]
    const choices = (each.anyOf ?? each.oneOf) as Schema[] | undefined
    if (choices) return put(choices.find((choice) => leads(choice, at)) ?? {}, at)
    if (step === undefined) return value
    if (step === '[]') return [put(each.items as Schema, at + 1)]
    if (step === '{}') return { x: put(each.additionalProperties as Schema, at + 1) }
    const name = step.slice(1)
    const inner = each.properties?.[name] as Schema
    return { ...fillObject(each, named), [name]: put(inner, at + 1) }
  }
  const leads = (each: Schema, at: number): boolean => {
    if (each.$ref) return leads(named[each.$ref.slice('#/$defs/'.length)] ?? {}, at)
    const choices = (each.anyOf ?? each.oneOf) as Schema[] | undefined
    if (choices) return choices.some((choice) => leads(choice, at))
    const step = steps[at]
    if (step === undefined) return each.format === 'uuid' || each.type === undefined
    if (step === '[]') return each.type === 'array' && leads(each.items as Schema, at + 1)
    if (step === '{}') return typeof each.additionalProperties === 'object'
    const inner = each.properties?.[step.slice(1)]
    return inner !== undefined && leads(inner as Schema, at + 1)
  }
  return put(json, 0)
}
