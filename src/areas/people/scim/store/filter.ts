import { escapeLike } from '../../../../fields/kinds/like.ts'
import { and, or, type Sql, sql } from '../../../../platform/db/sql.ts'
import { refused } from '../errors.ts'
import type { Comparison, Filter, Value } from '../filter/parse.ts'

type Kind = 'text' | 'exact' | 'id' | 'boolean' | 'time'
type Column = { kind: Kind; column: Sql }
/** Members of a list, one row each: `members`. */
type List = { kind: 'list'; from: Sql; columns: Record<string, Column> }
/** What can be filtered by: the column behind an attribute. */
export type Columns = Record<string, Column | List>

/** Everything, without a filter. */
export const matching = (filter: Filter | undefined, columns: Columns): Sql =>
  filter ? toSql(filter, columns) : sql`true`

function toSql(filter: Filter, columns: Columns): Sql {
  switch (filter.kind) {
    case 'and':
      return and([toSql(filter.left, columns), toSql(filter.right, columns)])
    case 'or':
      return or([toSql(filter.left, columns), toSql(filter.right, columns)])
    case 'not':
      return sql`not ${toSql(filter.inner, columns)}`
    case 'present':
      return at(columns, filter.path, ({ column }) => sql`coalesce(${column}::text, '') <> ''`)
    case 'compare':
      return at(columns, filter.path, (column) => compare(column, filter.comparison, filter.value))
    case 'some':
      return someOf(filter.path, filter.inner, columns)
  }
}

function someOf(path: string, filter: Filter, columns: Columns): Sql {
  const list = find(columns, path)
  if (list?.kind !== 'list') return ofOneValue(path, filter, columns)
  return sql`exists (select from ${list.from} where ${toSql(filter, list.columns)})`
}

/** Of some lists one value is known here, so its type does not matter: `emails[type eq "work"]`. */
function ofOneValue(path: string, filter: Filter, columns: Columns): Sql {
  if (filter.kind === 'and' || filter.kind === 'or') {
    const both = [ofOneValue(path, filter.left, columns), ofOneValue(path, filter.right, columns)]
    return filter.kind === 'and' ? and(both) : or(both)
  }
  if (filter.kind === 'compare' && ['type', 'primary'].includes(filter.path)) return sql`true`
  if (filter.kind === 'compare' || filter.kind === 'present') {
    return toSql({ ...filter, path: `${path}.${filter.path}` }, columns)
  }
  throw refused('invalidFilter', 'this filter inside of brackets is not supported')
}

/** Tests a value, or whether one of a list passes: `members` is short for `members.value`. */
function at(columns: Columns, path: string, test: (column: Column) => Sql): Sql {
  const exact = find(columns, path)
  if (exact && exact.kind !== 'list') return test(exact)
  const end = path.lastIndexOf('.')
  const list = exact ?? find(columns, path.slice(0, Math.max(0, end)))
  const column = list?.kind === 'list' && list.columns[exact ? 'value' : path.slice(end + 1)]
  if (!column) throw refused('invalidFilter', `filtering by "${path}" is not supported`)
  return sql`exists (select from ${list.from} where ${test(column)})`
}

const find = (columns: Columns, path: string) =>
  Object.hasOwn(columns, path) ? columns[path] : undefined

function compare({ kind, column }: Column, comparison: Comparison, value: Value): Sql {
  if (kind === 'boolean') {
    const wanted = String(value).toLowerCase() === 'true'
    if (comparison === 'eq') return sql`${column} = ${wanted}`
    if (comparison === 'ne') return sql`${column} <> ${wanted}`
    throw refused('invalidFilter', `"${comparison}" does not compare yes or no`)
  }
  if (kind === 'time') return compareTimes(column, comparison, value)
  if (value === null) {
    return comparison === 'ne' ? sql`${column} is not null` : sql`${column} is null`
  }
  // Ids and keys are compared as they are, texts in any case.
  const one = kind === 'text' ? sql`lower(${column})` : sql`${column}::text`
  const wanted = kind === 'exact' ? String(value) : String(value).toLowerCase()
  return compareTexts(one, comparison, wanted)
}

function compareTexts(one: Sql, comparison: Comparison, wanted: string): Sql {
  const like = escapeLike(wanted)
  switch (comparison) {
    case 'eq':
      return sql`${one} = ${wanted}`
    case 'ne':
      return sql`${one} is distinct from ${wanted}`
    case 'co':
      return sql`${one} like ${`%${like}%`}`
    case 'sw':
      return sql`${one} like ${`${like}%`}`
    case 'ew':
      return sql`${one} like ${`%${like}`}`
    default:
      return ordered(one, comparison, sql`${wanted}`)
  }
}

function compareTimes(column: Sql, comparison: Comparison, value: Value): Sql {
  const time = new Date(String(value))
  if (Number.isNaN(time.getTime())) throw refused('invalidFilter', `"${value}" is not a time`)
  if (comparison === 'eq') return sql`${column} = ${time}`
  if (comparison === 'ne') return sql`${column} <> ${time}`
  return ordered(column, comparison, sql`${time}`)
}

function ordered(one: Sql, comparison: Comparison, other: Sql): Sql {
  switch (comparison) {
    case 'gt':
      return sql`${one} > ${other}`
    case 'ge':
      return sql`${one} >= ${other}`
    case 'lt':
      return sql`${one} < ${other}`
    case 'le':
      return sql`${one} <= ${other}`
    default:
      throw refused('invalidFilter', `"${comparison}" does not compare times`)
  }
}
