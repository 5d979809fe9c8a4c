import { COMPUTED, hasPeriods } from '../fields/computed.ts'
import type { Columns } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { invalid } from '../lib/errors.ts'
import { raw, type Sql, sql } from '../platform/db/sql.ts'
import type { Computed, Grouping } from './aggregate-request.ts'
import { fieldOf } from './path.ts'
import { fieldsOf, type Source, type SourceColumn, systemField } from './source.ts'

type SourceColumns = Source['columns']

function columnOf(columns: SourceColumns, code: string): SourceColumn {
  const field = fieldOf(fieldsOf(columns), code)
  const column = columns.get(field.code)
  if (!column) throw new Error(`no column ${code}`)
  return column
}

/** With the expressions that tell one group from another. */
type GroupColumn = SourceColumn & { by: Sql[] }

/** What rows are grouped by: a field, or the period that its time falls into. */
export function groupedBy(source: Source, { field: code, by }: Grouping): GroupColumn {
  const column = columnOf(source.columns, code)
  if (by === undefined)
    return column.field.type === 'STATUS' ? statusOf(source, column) : whole(column)
  if (!hasPeriods(column.field)) throw invalid(`cannot group by ${by}: "${code}" is no date`)
  const value = column.columns('')
  const time =
    column.field.kind === 'date' ? sql`${value}::timestamp` : sql`(${value} at time zone 'UTC')`
  const first = sql`date_trunc(${raw(`'${by}'`)}, ${time})::date`
  const field = systemField(code, 'DATETIME', { kind: 'date' })
  return { field, columns: () => first, by: [first] }
}

const whole = ({ field, columns }: SourceColumn): GroupColumn => {
  const own = fieldTypeOf(field.type).columns(field)
  return { field, columns, by: own.map(({ suffix }) => columns(suffix)) }
}

/** Items of one status differ in their position on a board; a group has the position of its status. */
function statusOf({ statuses = [] }: Source, { field, columns }: SourceColumn): GroupColumn {
  const ids = raw(`array[${statuses.map(({ id }) => id).join()}]::integer[]`)
  const place = sql`array_position(${ids}, ${columns('')})`
  const by = [columns('')]
  return { field, columns: (suffix) => (suffix === '$order' ? place : columns('')), by }
}

/** A value computed of the rows of a group, or of some of them. */
export function computedOf(
  columns: SourceColumns,
  { function: of, field: code }: Computed,
  only: Sql = raw(''),
): SourceColumn {
  const types = COMPUTED[of]
  if (code === undefined) {
    if (types) throw invalid(`"${of}" needs a field`)
    return { field: systemField('count', 'INTEGER'), columns: () => sql`count(*) ${only}` }
  }
  const { field, columns: own } = columnOf(columns, code)
  if (!types) {
    return { field: systemField('count', 'INTEGER'), columns: () => sql`count(${own('')}) ${only}` }
  }
  if (!types.includes(field.type)) throw invalid(`there is no ${of} of ${field.type}: "${code}"`)
  const result = sql`${raw(of)}(${own('')}) ${only}`
  if (field.type === 'MONEY') return { field, columns: inOneCurrency(own, result, only) }
  if (of !== 'avg') return { field, columns: () => result }
  return { field: systemField(code, 'FLOAT'), columns: () => sql`(${result})::float8` }
}

/** Amounts in several currencies cannot be added or compared. */
function inOneCurrency(own: Columns, result: Sql, only: Sql): Columns {
  const currency = own('$currency')
  const isOne = sql`count(distinct ${currency}) ${only} = 1`
  return (suffix) =>
    suffix === '$currency'
      ? sql`case when ${isOne} then min(${currency}) ${only} end`
      : sql`case when ${isOne} then round((${result})::numeric) end`
}

/** All columns of a value under a name, for a query around this one. */
export const selectAs = ({ field, columns }: SourceColumn, named: (suffix: string) => Sql): Sql[] =>
  fieldTypeOf(field.type)
    .columns(field)
    .map(({ suffix }) => sql`${columns(suffix)} as ${named(suffix)}`)
