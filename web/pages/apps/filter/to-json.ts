import { type Condition, type Group, isGroup, type Operator, type Part } from './model.ts'
import { conditionToEql } from './to-eql.ts'

export type FilterJson = Record<string, unknown>

const not = (filter: FilterJson): FilterJson => ({ not: filter })

const compare =
  (name: string) =>
  ({ field, value }: Condition): FilterJson => ({ [name]: [{ field }, { const: value }] })

const byField =
  (condition: (value: unknown) => unknown) =>
  ({ field, value }: Condition): FilterJson => ({ tf: { [field]: condition(value) } })

/** What has no form of its own in JSON is said in EQL. */
const byQuery = (condition: Condition): FilterJson => ({
  eql: { query: conditionToEql(condition) },
})

const as = byField((value) => value)
const nothing = byField(() => null)

const FORMS: Record<Operator, (condition: Condition) => FilterJson> = {
  contains: as,
  lacks: (condition) => not(as(condition)),
  is: compare('eq'),
  isNot: compare('neq'),
  more: compare('gt'),
  atLeast: byField((min) => ({ min })),
  less: compare('lt'),
  atMost: byField((max) => ({ max })),
  on: compare('eq'),
  before: compare('lt'),
  after: compare('gt'),
  since: byField((min) => ({ min })),
  until: byField((max) => ({ max })),
  within: byQuery,
  yes: byField(() => true),
  no: byField(() => false),
  anyOf: as,
  noneOf: (condition) => not(as(condition)),
  me: byQuery,
  empty: nothing,
  filled: (condition) => not(nothing(condition)),
}

/** The `filter` of a list request; `{}` finds everything. */
export function toJson({ isAny, parts }: Group): FilterJson {
  const made = parts.map(partToJson)
  if (isAny) return made.length > 1 ? { or: made } : (made[0] ?? {})
  const together = gather(made)
  return together.length > 1 ? { and: together } : (together[0] ?? {})
}

const partToJson = (part: Part): FilterJson =>
  isGroup(part) ? toJson(part) : FORMS[part.operator](part)

type ByField = { tf: Record<string, unknown> }
const isByField = (filter: FilterJson): filter is ByField => 'tf' in filter

/** Conditions by field stand in one `tf`, as far as they are about different fields. */
function gather(filters: FilterJson[]): FilterJson[] {
  const tf: Record<string, unknown> = {}
  const others = filters.filter((filter) => {
    if (!isByField(filter)) return true
    const [field = ''] = Object.keys(filter.tf)
    if (Object.hasOwn(tf, field)) return true
    tf[field] = filter.tf[field]
    return false
  })
  return Object.keys(tf).length > 0 ? [{ tf }, ...others] : others
}
