/** The parts of JSON Schema that the schemas of definitions have. */
export type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string
  format?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

/** What a schema is, if it refers to another one: its own words win. */
export function resolve(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.replace('#/$defs/', '')
  const found = name === undefined ? undefined : root.$defs?.[name]
  if (!found) return schema
  const { $ref: _, ...own } = schema
  return { ...resolve(root, found), ...own }
}

/** The schema of a key of an object. */
export function propertyOf(root: JsonSchema, schema: JsonSchema, key: string): JsonSchema {
  const found = resolve(root, schema).properties?.[key]
  return found ? resolve(root, found) : {}
}

export type Control =
  | 'yes-no'
  | 'choice'
  | 'text'
  | 'long-text'
  | 'icon'
  | 'number'
  | 'choices'
  | 'texts'
  | 'group'
  | 'fields'
  | 'json'

const LONG = 2000

/** What people fill a value in with. */
export function controlOf(root: JsonSchema, schema: JsonSchema): Control {
  if (schema.enum) return 'choice'
  const [plain, byLanguage] = schema.anyOf?.map((each) => resolve(root, each)) ?? []
  if (plain?.type === 'string' && byLanguage?.propertyNames) return controlOf(root, plain)
  switch (schema.type) {
    case 'boolean':
      return 'yes-no'
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      if (schema.format === 'icon') return 'icon'
      return (schema.maxLength ?? 0) >= LONG ? 'long-text' : 'text'
    case 'array':
      return listControl(root, schema)
    case 'object':
      return objectControl(root, schema)
    default:
      return 'json'
  }
}

function listControl(root: JsonSchema, { items = {} }: JsonSchema): Control {
  const item = resolve(root, items)
  if (item.enum) return 'choices'
  const isText = item.type === 'string' || item.anyOf?.every((each) => isString(root, each))
  return isText ? 'texts' : 'json'
}

const isString = (root: JsonSchema, schema: JsonSchema) => resolve(root, schema).type === 'string'

function objectControl(root: JsonSchema, schema: JsonSchema): Control {
  if (schema.properties) return 'group'
  const { additionalProperties: inner } = schema
  if (typeof inner !== 'object') return 'json'
  return fieldTypesIn(root, inner).length > 0 ? 'fields' : 'json'
}

/** The schemas of the types of fields, where a schema is that of a field. */
export function fieldTypesIn(root: JsonSchema, schema: JsonSchema): JsonSchema[] {
  const { oneOf = [] } = resolve(root, schema)
  const types = oneOf.map((each) => resolve(root, each))
  return types.every(({ properties }) => typeof properties?.type?.const === 'string') ? types : []
}

export const typeOf = ({ properties }: JsonSchema): string => String(properties?.type?.const ?? '')
