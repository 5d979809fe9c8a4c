import type { z } from 'zod'
import { type Role, roleOf } from '../lib/naming.ts'

/** A key or a value of a definition that names something, and its place. */
export type NameLocation = { role: Role; at: (string | number)[]; isKey: boolean; value: unknown }

type Schema = z.core.$ZodType
type Def = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  options?: readonly Schema[]
  innerType?: Schema
  keyType?: Schema
  valueType?: Schema
  in?: Schema
  out?: Schema
}

/** Everything in a value, as it is written, that names a field, a status and the like. */
export function namesIn(
  schema: Schema,
  value: unknown,
  at: NameLocation['at'] = [],
): NameLocation[] {
  if (value === undefined || value === null) return []
  const role = roleOf(schema)
  if (role) return [{ role, at, isKey: false, value }]
  const def = schema._zod.def as unknown as Def
  switch (def.type) {
    case 'object':
      return inEntries(value, at, (key) => ({ value: def.shape?.[key] }))
    case 'record':
      return inEntries(value, at, () => ({ key: def.keyType, value: def.valueType }))
    case 'array':
      return inList(def.element, value, at)
    case 'union':
      return inUnion(def.options ?? [], value, at)
    case 'pipe':
      return inPipe(def, value, at)
    default:
      return def.innerType ? namesIn(def.innerType, value, at) : []
  }
}

type Schemas = { key?: Schema | undefined; value?: Schema | undefined }

function inEntries(value: unknown, at: NameLocation['at'], schemasOf: (key: string) => Schemas) {
  if (typeof value !== 'object' || Array.isArray(value)) return []
  return Object.entries(value as object).flatMap(([key, each]): NameLocation[] => {
    const schemas = schemasOf(key)
    const path = [...at, key]
    const keys = schemas.key ? namesIn(schemas.key, key, path) : []
    return [
      ...keys.map((found) => ({ ...found, isKey: true })),
      ...(schemas.value ? namesIn(schemas.value, each, path) : []),
    ]
  })
}

const inList = (
  element: Schema | undefined,
  value: unknown,
  at: NameLocation['at'],
): NameLocation[] =>
  element && Array.isArray(value)
    ? value.flatMap((each, index) => namesIn(element, each, [...at, index]))
    : []

/** As the first schema that the value fits. */
function inUnion(
  options: readonly Schema[],
  value: unknown,
  at: NameLocation['at'],
): NameLocation[] {
  const fits = (each: Schema) => (each as z.ZodType).safeParse(value).success
  const found = options.find(fits)
  return found ? namesIn(found, value, at) : []
}

/** What is written is the input, unless that may be anything. */
const inPipe = (
  { in: given, out }: Def,
  value: unknown,
  at: NameLocation['at'],
): NameLocation[] => {
  const schema = given?._zod.def.type === 'transform' ? out : given
  return schema ? namesIn(schema, value, at) : []
}
