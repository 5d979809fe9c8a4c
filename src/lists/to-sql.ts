import type { Condition, Path } from '../fields/condition.ts'
import type { Columns, Facet } from '../fields/field-type.ts'
import { type Comparison, OPERATORS } from '../fields/kinds/kind.ts'
import { and, or, raw, type Sql, sql } from '../platform/db/sql.ts'
import { partOf } from './path.ts'
import type { Source } from './source.ts'

/**
 * A condition in SQL. A test of a field without a value may be null instead of false; `and` and
 * `or` do not care, and `not` asks whether its part is not true, so the outcome has two values.
 */
export function toSql(condition: Condition, columns: Source['columns']): Sql {
  const write = (each: Condition): Sql => {
    switch (each.op) {
      case 'and':
        return and(each.of.map(write))
      case 'or':
        return or(each.of.map(write))
      case 'not':
        return sql`((${write(each.of)}) is not true)`
      case 'relate':
        return relate(find(each.left, columns), each.by, find(each.right, columns))
      default:
        return test(each, find(each.path, columns))
    }
  }
  return write(condition)
}

type Found = { facet: Facet; columns: Columns }

/** The column behind a path that was checked when the filter was read. */
export function find({ code, part }: Path, columns: Source['columns']): Found {
  const column = columns.get(code)
  if (!column) throw new Error(`no column ${code}`)
  return { facet: partOf(column.field, part).facet, columns: column.columns }
}

type Test = Extract<Condition, { path: Path }>

function test(condition: Test, { facet, columns }: Found): Sql {
  const value = facet.sql(columns)
  const kind = facet.kind.sql
  switch (condition.op) {
    case 'empty':
      return sql`(${kind.isEmpty(value)})`
    case 'compare':
      return kind.compare(value, condition.by, condition.literal)
    case 'in':
      return condition.literals.length === 0 ? raw('false') : kind.isIn(value, condition.literals)
    case 'like':
      return kind.like?.(value, condition.pattern, facet.text?.(columns)) ?? raw('false')
  }
}

function relate(left: Found, by: Comparison, right: Found): Sql {
  const [a, b] = [left, right].map(({ facet, columns }) => ({
    isSet: facet.kind.isSet,
    value: facet.kind.sql.comparable(facet.sql(columns)),
  }))
  if (!a || !b) throw new Error('two sides were expected')
  if (a.isSet && b.isSet) return sql`${a.value} && ${b.value}`
  if (b.isSet) return sql`${a.value} = any(${b.value})`
  if (a.isSet) return sql`${b.value} = any(${a.value})`
  return sql`${a.value} ${OPERATORS[by]} ${b.value}`
}
