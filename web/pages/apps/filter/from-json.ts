import type { Field } from '../../../fields/field.ts'
import { operatorsWith, PERIODS } from './families.ts'
import {
  type Condition,
  type Group,
  isComplete,
  NOTHING,
  type Operator,
  type Part,
} from './model.ts'
import { type FilterJson, toJson } from './to-json.ts'

/** What was built, of the filter that it became; undefined where somebody wrote it in another way. */
export function fromJson(
  filter: unknown,
  fields: readonly Field[],
  parameters: readonly Field[] = [],
): Group | undefined {
  if (filter === undefined) return NOTHING
  const said = withoutOpenSides(filter)
  const group = groupOf(said, { fields, operatorsOf: operatorsWith(parameters) })
  return group && isSame(toJson(group), said) ? group : undefined
}

/** A range with one side may name the other, too: `{min: 5, max: null}`. */
function withoutOpenSides(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOpenSides)
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const isRange = entries.every(([key]) => key === 'min' || key === 'max')
  const kept = isRange ? entries.filter(([, side]) => side !== null) : entries
  if (kept.length === 0) return value
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutOpenSides(each)]))
}

type Known = { fields: readonly Field[]; operatorsOf: (field: Field) => readonly Operator[] }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const isObject = (value: unknown): value is FilterJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function groupOf(filter: unknown, known: Known): Group | undefined {
  if (!isObject(filter)) return undefined
  const { and, or } = filter
  const inner = Array.isArray(and) ? and : Array.isArray(or) ? or : [filter]
  const parts = inner.map((each) => partsOf(each, known))
  return parts.every((each) => each !== undefined)
    ? { isAny: Array.isArray(or), parts: parts.flat() as Part[] }
    : undefined
}

/** Conditions on several fields may stand in one `tf`. */
function partsOf(filter: unknown, known: Known): Part[] | undefined {
  if (!isObject(filter)) return undefined
  if ('and' in filter || 'or' in filter) {
    const group = groupOf(filter, known)
    return group && [group]
  }
  const each = isObject(filter.tf)
    ? Object.entries(filter.tf).map(([code, value]) => ({ tf: { [code]: value } }))
    : [filter]
  const found = each.map((one) => conditionOf(one, known))
  return found.every((one) => one !== undefined) ? (found as Condition[]) : undefined
}

/** The first condition on one of the fields that becomes this filter. */
function conditionOf(filter: FilterJson, { fields, operatorsOf }: Known): Condition | undefined {
  const values = valuesIn(filter)
  for (const field of fields) {
    if (!JSON.stringify(filter).includes(field.code)) continue
    for (const operator of operatorsOf(field)) {
      const found = candidates(field.code, operator, values).find(
        (each) => isComplete(each) && isSame(toJson({ isAny: true, parts: [each] }), filter),
      )
      if (found) return found
    }
  }
  return undefined
}

const candidates = (field: string, operator: Operator, values: readonly unknown[]): Condition[] => [
  { field, operator },
  ...(operator === 'within' ? Object.keys(PERIODS) : values).map((value) => ({
    ...{ field, operator, value },
  })),
]

/** Everything in it that may be what a field is compared with. */
function valuesIn(value: unknown): unknown[] {
  const inside = typeof value === 'object' && value !== null ? Object.values(value) : []
  return [value, ...inside.flatMap(valuesIn)]
}
