import { allOf } from '../../fields/condition.ts'
import type { Field } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { invalid } from '../../lib/errors.ts'
import { readFilter } from '../../lists/filter.ts'
import { targetOf } from '../../lists/path.ts'
import {
  type Reader as AskedBy,
  columnsNamed,
  fieldsOf,
  type Source,
  type SourceColumn,
} from '../../lists/source.ts'
import { toSql } from '../../lists/to-sql.ts'
import { join, name, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { ReportRequest } from './row-operations.ts'

type Columns = Source['columns']

/** Every row contains the total; an empty page is one row with only the total. */
export type ReportRow = { total: number; row: string | null; is_large: boolean | null }

/** Cells are values as the API has them, unless texts for people are asked for. */
export type ReportQuery = ReportRequest & { cells?: 'texts'; asked?: AskedBy }

const LARGEST_PAGE = 32 * 1024 * 1024

/**
 * The page and the total in one statement, so that a report is computed once. Rows are numbered in
 * the order of the report, which breaks ties of the requested order.
 */
export function compileReport(rows: Sql, fields: readonly Field[], request: ReportQuery): Sql {
  const columns: Columns = new Map(
    fields.map((field) => [field.code, { field, columns: columnsNamed(field.code) }]),
  )
  const { from, size } = request
  return sql`with found as materialized (
      select t.* from (select row_number() over () as "$row", ${typed(fields)} from (${rows}
        ) q) t
      where ${condition(columns, request)}),
    page as (
      select row_number() over () as at, row_to_json(r.*)::text as row from (
        select ${shown(columns, request.cells === 'texts' ? textOf : wireOf)} from (
          select t.* from found t order by ${order(columns, request.sortExpressions)}
          limit ${size}::bigint offset ${from}::bigint) t) r)
    select c.total, case when p.bytes <= ${LARGEST_PAGE}::bigint then p.row end as row,
      p.bytes > ${LARGEST_PAGE}::bigint as is_large
    from (select count(*) as total from found) c
    left join (select *, sum(octet_length(row)) over () as bytes from page) p on true
    order by p.at`
}

/** Casts the columns of the query to the types of the definition. */
const typed = (fields: readonly Field[]): Sql =>
  join(
    fields.flatMap((field) =>
      fieldTypeOf(field.type)
        .columns(field)
        .map(({ suffix, type }) => {
          const column = name(field.code + suffix)
          return sql`q.${column}::${raw(type)} as ${column}`
        }),
    ),
    ', ',
  )

type Cell = (column: SourceColumn) => Sql

const shown = (columns: Columns, cell: Cell): Sql =>
  join(
    [...columns].map(([code, column]) => sql`${cell(column)} as ${name(code)}`),
    ', ',
  )

const wireOf: Cell = ({ field, columns }) => fieldTypeOf(field.type).read(columns, field)

const textOf: Cell = ({ field, columns }) => {
  const text = fieldTypeOf(field.type).asText?.(columns, field) ?? columns('')
  return sql`(${text})::text`
}

function condition(columns: Columns, { filter, where, asked }: ReportQuery): Sql {
  const other = Object.keys(filter).find((key) => key !== 'tf')
  if (other !== undefined) {
    throw invalid(`filter: reports know only "tf", received "${other.slice(0, 100)}"`)
  }
  const fields = fieldsOf(columns)
  const all = [filter, where].map((each) => readFilter(each, { fields, asked }))
  return toSql(allOf(all), columns)
}

function order(columns: Columns, sorts: ReportRequest['sortExpressions']): Sql {
  const fields = fieldsOf(columns)
  const keys = sorts.map(({ column, ascend, nulls = 'last' }) => {
    const { field, facet } = targetOf(fields, column)
    if (!facet.kind.isOrdered)
      throw invalid(`cannot sort by "${column}": ${field.type} has no order`)
    const key = facet.kind.sql.sortKey(facet.sql(columnsNamed(field.code)))
    return sql`${key} ${raw(`${ascend ? 'asc' : 'desc'} nulls ${nulls}`)}`
  })
  return join([...keys, raw('t."$row"')], ', ')
}
