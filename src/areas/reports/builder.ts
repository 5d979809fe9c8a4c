import type { Body } from '../../definitions/kinds.ts'
import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { readFilter } from '../../lists/filter.ts'
import { columnsNamed, fieldsOf, type Source } from '../../lists/source.ts'
import { toSql } from '../../lists/to-sql.ts'
import { and, join, name, raw, type Sql, sql } from '../../platform/db/sql.ts'

type Query = NonNullable<Body<'report'>['query']>
type Value = Query['values'][string]

/** The rows of a report built from an app: grouped items that the caller may read. */
export function builtRows(
  { query, columns }: { query: Query; columns: readonly Field[] },
  app: StoredApp,
  source: Source,
): Sql {
  const filter = toSql(
    readFilter(query.filter, { fields: fieldsOf(source.columns) }),
    source.columns,
  )
  const where = and([...source.where, raw('t."__deletedAt" is null'), filter])
  const isGrouped = query.groupBy.length > 0 || Object.keys(query.values).length > 0
  const selected = columns.flatMap((column) => {
    const value = query.values[column.code]
    return value ? aggregate(column, value, app) : plain(column)
  })
  const groups = query.groupBy.flatMap((code) => namesOf(app.byCode.get(code)))
  const rows = sql`select ${join(selected, ', ')} from ${source.table} t where ${where}`
  if (!isGrouped) return sql`${rows} order by t."__createdAt", t."__id"`
  return groups.length === 0
    ? rows
    : sql`${rows} group by ${join(groups, ', ')} order by ${join(groups, ', ')}`
}

const namesOf = (field: Field | undefined): Sql[] =>
  field
    ? fieldTypeOf(field.type)
        .columns(field)
        .map(({ suffix }) => name('t', field.code + suffix))
    : []

/** A column of the report that is a field of the app, under the same code. */
const plain = (column: Field): Sql[] => namesOf(column)

function aggregate(column: Field, { function: of, field: code }: Value, app: StoredApp): Sql[] {
  const field = code === undefined ? undefined : app.byCode.get(code)
  const value = field && columnsNamed(field.code)('')
  if (of === 'count' || !field || !value) {
    return [sql`count(${value ?? raw('*')}) as ${name(column.code)}`]
  }
  const result = sql`${raw(of)}(${value})`
  if (field.type !== 'MONEY') return [sql`${result} as ${name(column.code)}`]
  return money(column, columnsNamed(field.code)('$currency'), result)
}

/** Amounts in several currencies cannot be added or compared. */
function money(column: Field, currency: Sql, result: Sql): Sql[] {
  const inOne = (value: Sql) => sql`case when count(distinct ${currency}) = 1 then ${value} end`
  return [
    sql`${inOne(sql`round((${result})::numeric)`)} as ${name(column.code)}`,
    sql`${inOne(sql`min(${currency})`)} as ${name(`${column.code}$currency`)}`,
  ]
}
