import type { Amount, Condition, Path, Rows } from '../fields/condition.ts'
import type { Columns, Facet } from '../fields/field-type.ts'
import { type Comparison, OPERATORS } from '../fields/kinds/kind.ts'
import { containing } from '../fields/kinds/like.ts'
import { and, mayBeHeavy, name, or, raw, type Sql, sql } from '../platform/db/sql.ts'
import { partOf } from './path.ts'
import { about, ROW, type Source } from './source.ts'

type OtherLists = ReadonlyMap<string, Source>

/**
 * A condition as SQL. A test of a field without a value may be null instead of false; `and` and `or` do
 * not care, and `not` is `is not true`, so the result is never null.
 */
export const toSql = (
  condition: Condition,
  columns: Source['columns'],
  others: OtherLists = new Map(),
): Sql => write(condition, { rows: new Map([[0, { columns, row: ROW }]]), others, isJoined: true })

/** The rows of a condition, by number, and the lists they come from. */
type Scope = {
  rows: ReadonlyMap<number, { columns: Source['columns']; row: Sql }>
  others: OtherLists
  /** `exists` can become a join: it is only inside `and`. */
  isJoined: boolean
}

function write(condition: Condition, scope: Scope): Sql {
  switch (condition.op) {
    case 'and':
      return and(condition.of.map((each) => write(each, scope)))
    case 'or':
      return or(condition.of.map((each) => write(each, { ...scope, isJoined: false })))
    case 'not':
      // Never null, and PostgreSQL can turn this form into a join.
      if (condition.of.op === 'exists') return sql`(not ${write(condition.of, scope)})`
      return sql`((${write(condition.of, { ...scope, isJoined: false })}) is not true)`
    case 'relate':
      return relate(find(condition.left, scope), condition.by, find(condition.right, scope))
    case 'exists':
      return exists(condition, scope)
    case 'amounts': {
      const [left, right] = [condition.left, condition.right].map((each) => amount(each, scope))
      return sql`(${left} ${OPERATORS[condition.by]} ${right})`
    }
    default:
      return test(condition, find(condition.path, scope))
  }
}

type Column = { facet: Facet; columns: Columns; depth: number }

/** The column of a path, which was validated when the filter was read. */
function find({ code, part, row: depth = 0 }: Path, { rows }: Scope): Column {
  const place = rows.get(depth)
  const column = place?.columns.get(code)
  if (!place || !column) throw new Error(`no column ${code} in row ${depth}`)
  const { facet } = partOf(column.field, part)
  return { facet, columns: (suffix) => about(column.columns(suffix), place.row), depth }
}

type Test = Extract<Condition, { path: Path }>

function test(condition: Test, { facet, columns }: Column): Sql {
  const value = facet.sql(columns)
  const text = facet.text?.(columns)
  const kind = facet.kind.sql
  switch (condition.op) {
    case 'empty':
      return sql`(${kind.isEmpty(value)})`
    case 'compare':
      return prefilter(
        text,
        [condition.literal],
        kind.compare(value, condition.by, condition.literal),
      )
    case 'in':
      if (condition.literals.length === 0) return raw('false')
      return prefilter(text, condition.literals, kind.isIn(value, condition.literals))
    case 'like':
      return kind.like?.(value, condition.pattern, text) ?? raw('false')
  }
}

/** Members of a set have no index, but the text that contains them all may have one. */
const prefilter = (text: Sql | undefined, literals: unknown[], exact: Sql): Sql =>
  text === undefined
    ? exact
    : sql`(${text} like any(${literals.map(String).map(containing)}::text[]) and ${exact})`

function comparable({ facet, columns }: Column): Sql {
  const { only, comparable: whole } = facet.kind.sql
  return (only ?? whole)(facet.sql(columns))
}

const holdsMany = ({ facet: { kind } }: Column) => kind.isSet && !kind.sql.only

/** Written so that an index of the inner row can be used: on sets or on single values. */
function relate(left: Column, by: Comparison, right: Column): Sql {
  const [a, b] = [comparable(left), comparable(right)]
  const isSet = [holdsMany(left), holdsMany(right)]
  if (isSet[0] && isSet[1]) return sql`${a} && ${b}`
  if (!isSet[0] && !isSet[1]) return sql`${a} ${OPERATORS[by]} ${b}`
  const [set, value] = isSet[0] ? [a, b] : [b, a]
  const isSetInner = (isSet[0] ? left.depth : right.depth) > (isSet[0] ? right.depth : left.depth)
  return isSetInner ? sql`${set} @> array[${value}]` : sql`${value} = any(${set})`
}

/**
 * If a join is possible, sets are unnested once and compared by hash. Otherwise they are searched for every
 * outer row, and an index on the sets helps.
 */
function exists({ rows, match }: Extract<Condition, { op: 'exists' }>, scope: Scope): Sql {
  const { table, where, inner } = open(rows, scope)
  if (!match) return sql`exists (select from ${table} where ${where})`
  const [inside, outside] = [find(match.inner, inner), find(match.outer, inner)]
  if (scope.isJoined && holdsMany(inside) && !holdsMany(outside)) {
    return sql`exists (select from ${table}, unnest(${comparable(inside)}) member
      where member = ${comparable(outside)} and ${where})`
  }
  return sql`exists (select from ${table} where ${relate(inside, 'eq', outside)} and ${where})`
}

function open({ from, row: number, where }: Rows, scope: Scope) {
  const source = scope.others.get(from)
  if (!source) throw new Error(`the list ${from} was not opened`)
  const row = name(`t${number}`)
  const place = { columns: source.columns, row }
  const inner = { ...scope, rows: new Map([...scope.rows, [number, place]]), isJoined: true }
  const allowed = source.where.map((each) => about(each, row))
  return {
    table: mayBeHeavy(sql`${source.table} ${row}`),
    where: and([...allowed, write(where, inner)]),
    inner,
  }
}

function amount(of: Amount, scope: Scope): Sql {
  if ('number' in of) return sql`${of.number}::float8`
  if ('value' in of) return comparable(find(of.value, scope))
  if ('rows' in of) {
    const { table, where } = open(of.rows, scope)
    return sql`(select count(*) from ${table} where ${where})`
  }
  const { facet, columns } = find(of.valuesIn, scope)
  const value = facet.sql(columns)
  const { count, isEmpty } = facet.kind.sql
  return count ? count(value) : sql`(case when ${isEmpty(value)} then 0 else 1 end)`
}
