import { type JsonSchema, typeOf } from '../schema/json-schema.ts'

export type FieldValue = { name?: string; type?: string } & Record<string, unknown>

/** What a type cannot do without, until somebody says it. */
const NEEDED: Record<string, unknown> = {
  options: {},
  columns: {},
  currency: 'EUR',
  app: '',
}

export const schemaOf = (types: readonly JsonSchema[], type: unknown): JsonSchema | undefined =>
  types.find((each) => typeOf(each) === type)

/** The settings of a field under another type: those that the type knows stay. */
export function withType(
  field: FieldValue,
  type: string,
  types: readonly JsonSchema[],
): FieldValue {
  const { properties = {}, required = [] } = schemaOf(types, type) ?? {}
  const isKept = (key: string, value: unknown) =>
    key in properties && key !== 'default' && fits(properties[key], value)
  const stayed = Object.entries({ ...field, type }).filter(
    ([key, value]) => key === 'type' || isKept(key, value),
  )
  const missing = required.filter((key) => !(key in field) && key in NEEDED)
  return Object.fromEntries([...stayed, ...missing.map((key) => [key, NEEDED[key]])])
}

/** Two types may mean different things by the same word, such as `kind`. */
const fits = (schema: JsonSchema | undefined, value: unknown): boolean =>
  schema?.enum === undefined || schema.enum.includes(value)
