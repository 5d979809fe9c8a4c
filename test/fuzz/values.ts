import type { z } from 'zod'
import type { Harvest } from './harvest.ts'
import { hostile, hostileText } from './hostile.ts'
import type { Random } from './random.ts'

export type Schema = z.core.JSONSchema.BaseSchema

export type Means = {
  random: Random
  harvest: Harvest
  area: string
  /** The probability of an unexpected value. */
  spite: number
}

/** A value that matches the schema except for some parts. */
export function invent(
  schema: Schema,
  means: Means,
  name = '',
  defs = schema.$defs ?? {},
): unknown {
  const { random, harvest, spite } = means
  if (random.chance(spite)) return hostile(random)
  const known = random.chance(0.5) ? harvest.named(name, random) : undefined
  if (known !== undefined) return known
  if (schema.$ref) return invent(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}, means, name, defs)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.of(schema.enum)
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (choices) return invent(random.of(choices), means, name, defs)
  if (schema.allOf)
    return Object.assign(
      {},
      ...schema.allOf.map((each) => invent(each as Schema, means, name, defs)),
    )
  switch (schema.type) {
    case 'object':
      return inventObject(schema, means, defs)
    case 'array':
      return Array.from({ length: lengthOf(schema, random) }, () =>
        invent((schema.items ?? {}) as Schema, means, name, defs),
      )
    case 'integer':
    case 'number':
      if (name === 'waitSeconds') return random.of([0, 1])
      return inventNumber(schema, random)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'string':
      return inventText(schema, means)
    default:
      return random.chance(0.5) ? harvest.object(random) : hostile(random)
  }
}

function inventObject(schema: Schema, means: Means, defs: Record<string, Schema>) {
  const { random, harvest, spite } = means
  const required = new Set(schema.required ?? [])
  const entries = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    .filter(([name]) => random.chance(required.has(name) ? 1 - spite / 3 : 0.4))
    .map(([name, each]) => [name, invent(each, means, name, defs)])
  const own = Object.fromEntries(entries)
  if (random.chance(spite)) own[random.of(['__proto__', 'constructor', 'x'])] = hostile(random)
  const isOpen = typeof schema.additionalProperties === 'object' || entries.length === 0
  return isOpen ? { ...harvest.object(random), ...own } : own
}

const lengthOf = ({ minItems = 0 }: Schema, random: Random): number =>
  Math.min(minItems + random.int(4), 20)

function inventNumber({ minimum = 0, maximum = 1000 }: Schema, random: Random): number {
  const most = Math.min(maximum, minimum + 1000)
  return random.chance(0.2) ? random.of([minimum, most]) : minimum + random.int(most - minimum + 1)
}

const WORDS = ['a', 'Order', 'Заказ', 'x1', 'ann@example.com', 'order 7', '1', 'deal']

function inventText({ format, minLength = 0, maxLength }: Schema, means: Means): string {
  const { random, harvest, area } = means
  if (format === 'uuid') return harvest.id(area, random)
  if (format === 'date-time') return new Date(1.7e12 + random.int(1e9) * 1000).toISOString()
  if (format === 'date') return '2026-03-02'
  if (format === 'email') return 'ann@example.com'
  if (format === 'uri') return 'http://127.0.0.1:9/hook'
  if (random.chance(0.1)) return hostileText(random)
  const text = random.of(WORDS).padEnd(minLength, 'x')
  return maxLength === undefined ? text : text.slice(0, maxLength)
}
