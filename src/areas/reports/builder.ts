import type { Body } from '../../definitions/kinds.ts'
import { groupingOf } from '../../definitions/report-query.ts'
import type { Field } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { computedOf, groupedBy, selectAs } from '../../lists/computed.ts'
import { restrict } from '../../lists/query.ts'
import { ListRequest } from '../../lists/request.ts'
import type { Source, SourceColumn } from '../../lists/source.ts'
import { join, name, raw, type Sql, sql } from '../../platform/db/sql.ts'

export type Query = NonNullable<Body<'report'>['query']>

/** The names of statuses by their numbers. */
export type StatusNames = ReadonlyMap<number, string>
type Built = { query: Query; columns: readonly Field[]; filter: object; statuses: StatusNames }

/** The rows of a report built from an app or a contract: grouped items that the caller may read. */
export async function builtRows(
  { query, columns, filter, statuses }: Built,
  source: Source,
): Promise<Sql> {
  const where = await restrict(source, ListRequest.parse({ filter, active: true }))
  const keys = new Map(
    query.groupBy.map(groupingOf).map(({ column, ...grouping }) => {
      return [column, toColumn(groupedBy(source, grouping), statuses)]
    }),
  )
  const isGrouped = keys.size > 0 || Object.keys(query.values).length > 0
  const selected = columns.flatMap((column) => {
    const value = query.values[column.code]
    const shown = value
      ? computedOf(source.columns, value)
      : (keys.get(column.code) ?? source.columns.get(column.code))
    return shown ? selectAs(shown, (suffix) => name(column.code + suffix)) : []
  })
  const rows = sql`select ${join(selected, ', ')} from ${source.table} t where ${where}`
  if (!isGrouped) return sql`${rows} order by t."__createdAt", t."__id"`
  const groups = [...keys.values()].flatMap(({ field, columns: of, order = [] }) => [
    ...order,
    ...fieldTypeOf(field.type)
      .columns(field)
      .map(({ suffix }) => of(suffix)),
  ])
  return groups.length === 0
    ? rows
    : sql`${rows} group by ${join(groups, ', ')} order by ${join(groups, ', ')}`
}

type Key = SourceColumn & { order?: Sql[] }

/** Columns of reports have no type for what only items have: a status is its name, an author a user. */
function toColumn(key: SourceColumn, statuses: StatusNames): Key {
  const { field, columns } = key
  if (field.type === 'STATUS') {
    const name = statusName(columns(''), statuses)
    return { field: { ...field, type: 'STRING' }, columns: () => name, order: [columns('$order')] }
  }
  if (field.type === 'ID') {
    return { field: { ...field, type: 'SYS_USER' }, columns: () => sql`array[${columns('')}]` }
  }
  return key
}

function statusName(status: Sql, statuses: StatusNames): Sql {
  const cases = [...statuses].map(([id, text]) =>
    raw(`when ${id} then '${text.replaceAll("'", "''")}'`),
  )
  return cases.length === 0
    ? sql`${status}::text`
    : sql`case ${status} ${join(cases, ' ')} else ${status}::text end`
}
