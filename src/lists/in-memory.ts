import type { Amount, Condition, Path } from '../fields/condition.ts'
import { holds } from '../fields/kinds/kind.ts'
import type { Order } from './conditions.ts'
import { type Fields, type FieldTarget, partOf } from './path.ts'

export type Row = Readonly<Record<string, unknown>>

/** The value of a path in a row of wire values; null if it was never set. */
function valueIn(row: Row, { field, facet }: FieldTarget): unknown {
  const wire = row[field.code]
  return wire === null || wire === undefined ? null : (facet.of(wire) ?? null)
}

/** A condition as a predicate on rows in memory, with the same result as in SQL. */
export function toPredicate(condition: Condition, fields: Fields): (row: Row) => boolean {
  switch (condition.op) {
    case 'and': {
      const parts = condition.of.map((part) => toPredicate(part, fields))
      return (row) => parts.every((part) => part(row))
    }
    case 'or': {
      const parts = condition.of.map((part) => toPredicate(part, fields))
      return (row) => parts.some((part) => part(row))
    }
    case 'not': {
      const part = toPredicate(condition.of, fields)
      return (row) => !part(row)
    }
    case 'relate':
      return relate(condition, fields)
    case 'amounts': {
      const [left, right] = [amount(condition.left, fields), amount(condition.right, fields)]
      return (row) => {
        const [one, other] = [left(row), right(row)]
        return one !== null && other !== null && holds(condition.by, one - other)
      }
    }
    case 'exists':
      throw new Error(`rows in memory know no other list, such as ${condition.rows.from}`)
    default:
      return test(condition, find(condition.path, fields))
  }
}

function find({ code, part }: Path, fields: Fields): FieldTarget {
  const field = fields.get(code)
  if (!field) throw new Error(`no field ${code}`)
  return partOf(field, part)
}

function test(
  condition: Extract<Condition, { path: Path }>,
  target: FieldTarget,
): (row: Row) => boolean {
  const { memory } = target.facet.kind
  const ask = (asked: (value: unknown) => boolean) => (row: Row) => {
    const value = valueIn(row, target)
    return value !== null && asked(value)
  }
  switch (condition.op) {
    case 'empty':
      return (row) => {
        const value = valueIn(row, target)
        return value === null || memory.isEmpty(value)
      }
    case 'compare':
      return ask((value) => memory.compare(value, condition.by, condition.literal))
    case 'in':
      return ask((value) => condition.literals.some((each) => memory.compare(value, 'eq', each)))
    case 'like':
      return ask((value) => memory.like?.(value, condition.pattern) ?? false)
  }
}

function relate(
  { left, by, right }: Extract<Condition, { op: 'relate' }>,
  fields: Fields,
): (row: Row) => boolean {
  const [a, b] = [find(left, fields), find(right, fields)]
  const hasSet = a.facet.kind.isSet || b.facet.kind.isSet
  const { order } = a.facet.kind.memory
  return (row) => {
    const [one, other] = [valueIn(row, a), valueIn(row, b)]
    if (one === null || other === null) return false
    if (!hasSet) return holds(by, order(one, other))
    const others = new Set([other].flat())
    return [one].flat().some((member) => others.has(member))
  }
}

function amount(of: Amount, fields: Fields): (row: Row) => number | null {
  if ('number' in of) return () => of.number
  if ('rows' in of) throw new Error(`rows in memory know no other list, such as ${of.rows.from}`)
  const target = find('value' in of ? of.value : of.valuesIn, fields)
  if ('value' in of) return (row) => valueIn(row, target) as number | null
  const { memory } = target.facet.kind
  return (row) => {
    const value = valueIn(row, target)
    if (value === null) return 0
    return memory.count?.(value) ?? Number(!memory.isEmpty(value))
  }
}

/** Sorts like a list over a table: nulls come last in both directions, unless they are to be first. */
export function compareBy({ target, ascending, nullsFirst }: Order[number]) {
  const { order } = target.facet.kind.memory
  return (left: Row, right: Row): number => {
    const [a, b] = [valueIn(left, target), valueIn(right, target)]
    if (a === null || b === null) {
      const sign = Number(a === null) - Number(b === null)
      return nullsFirst ? -sign : sign
    }
    return ascending ? order(a, b) : -order(a, b)
  }
}
