import { z } from 'zod'
import type { Operation } from '../operation.ts'

export type Schema = { [keyword: string]: unknown }
type Schemas = Record<string, Schema>
type Side = 'input' | 'output'

/** The four parts of an operation as JSON Schema. */
export type Parts = { params: Schema; input: Schema; headers: Schema; output: Schema }

export type DescribedSchemas = {
  parts: Map<string, Parts>
  /** Every schema declared with `.meta({ id })`, by that id. */
  components: Schemas
}

/**
 * Describes the inputs and outputs of operations. A named schema that differs between input (where a
 * default makes a key optional) and output becomes two: `Task` and `TaskInput`.
 */
export function describeSchemas(operations: Map<string, Operation>): DescribedSchemas {
  const named: Record<Side, Schemas> = { input: {}, output: {} }
  const raw = [...operations].map(([id, { params, input, headers, output }]) => ({
    id,
    taken: convert(id, { params, input, headers }, { io: 'input', named }),
    answered: convert(id, { output }, { io: 'output', named }),
  }))
  const twofold = findTwofold(named)
  const point = (schema: Schema | undefined, io: Side) =>
    pointToComponents(schema ?? {}, (name) => nameOn(io, name, twofold))
  const parts = raw.map(({ id, taken, answered }): [string, Parts] => [
    id,
    {
      params: point(taken.params, 'input'),
      input: point(taken.input, 'input'),
      headers: point(taken.headers, 'input'),
      output: point(answered.output, 'output'),
    },
  ])
  const components = (['input', 'output'] as const).flatMap((io) =>
    Object.entries(named[io]).map(([name, schema]) => [
      nameOn(io, name, twofold),
      point(schema, io),
    ]),
  )
  return { parts: new Map(parts), components: Object.fromEntries(components) }
}

const REF = '#/components/schemas/'

/** Resolves a reference. */
export const resolve = (schema: Schema, components: Schemas): Schema =>
  typeof schema.$ref === 'string' ? (components[schema.$ref.slice(REF.length)] ?? schema) : schema

/** The properties of an object schema, in the order of the declaration. */
export function propertiesOf(schema: Schema, components: Schemas) {
  const { properties = {}, required = [] } = resolve(schema, components)
  return { properties: properties as Schemas, required: required as string[] }
}

type Target = { io: Side; named: Record<Side, Schemas> }

function convert(id: string, parts: Record<string, z.ZodType>, { io, named }: Target): Schemas {
  const { properties, $defs } = toJsonSchema(id, z.object(parts), io)
  for (const [name, schema] of Object.entries($defs ?? {})) {
    if (name.startsWith('__')) {
      throw new Error(`${id}: a schema that contains itself needs a name, give it .meta({ id })`)
    }
    const known = named[io][name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`${id}: another schema is called "${name}" already`)
    }
    named[io][name] = schema as Schema
  }
  return properties as Schemas
}

function toJsonSchema(id: string, schema: z.ZodType, io: Side) {
  try {
    return z.toJSONSchema(schema, { io, override: tidy })
  } catch (error) {
    throw new Error(`${id}: its ${io} has no JSON Schema: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

const FORMATS_SAY_IT = ['date-time', 'email']

/** Removes noise, and what would forbid adding keys to responses. */
function tidy({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  const { def } = zodSchema._zod
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties
  if (def.type === 'record') delete jsonSchema.propertyNames
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (FORMATS_SAY_IT.includes(jsonSchema.format ?? '')) delete jsonSchema.pattern
}

/** The names whose input and output differ, directly or through references. */
function findTwofold({ input, output }: Record<Side, Schemas>): Set<string> {
  const both = Object.keys(input).filter((name) => name in output)
  const text = (name: string) => JSON.stringify(input[name])
  const twofold = new Set(both.filter((name) => text(name) !== JSON.stringify(output[name])))
  for (let before = -1; before !== twofold.size; ) {
    before = twofold.size
    for (const name of both) {
      if ([...twofold].some((other) => text(name).includes(`"#/$defs/${other}"`))) twofold.add(name)
    }
  }
  return twofold
}

const nameOn = (io: Side, name: string, twofold: Set<string>): string =>
  io === 'input' && twofold.has(name) ? `${name}Input` : name

const pointToComponents = (schema: Schema, rename: (name: string) => string): Schema =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string'
      ? `${REF}${rename(value.slice('#/$defs/'.length))}`
      : value,
  )
