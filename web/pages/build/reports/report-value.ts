import type { Edit } from '../draft/types.ts'
import type { FieldValue } from '../fields/new-field.ts'
import type { SourceField } from '../pages/settings/use-source.ts'

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year'
export type Computation = 'count' | 'sum' | 'avg' | 'min' | 'max'
export type Grouping = string | { field: string; by?: Period; as?: string }
export type Value = { function: Computation; field?: string }
export type Column = { name?: string; type?: string }

/** A report as its file has it. */
export type ReportValue = {
  name?: string
  description?: string
  columns?: Record<string, Column>
  parameters?: Record<string, FieldValue | null>
  sql?: string
  query?: {
    app?: string
    contract?: string
    filter?: Record<string, unknown>
    groupBy?: Grouping[]
    values?: Record<string, Value>
  }
  chart?: { kind: string; along: string; values: string[] }
  pivot?: string
}

export const groupingOf = (grouping: Grouping) => {
  const {
    field,
    by,
    as: column = field,
  } = typeof grouping === 'string' ? { field: grouping } : grouping
  return { field, by, column }
}

/** A code for a column that is not taken. */
export function freeColumn(wanted: string, columns: Record<string, unknown>): string {
  const base = wanted.replace(/^__/, '').toLowerCase() || 'column'
  if (!(base in columns)) return base
  for (let number = 2; ; number++) if (!(`${base}_${number}` in columns)) return `${base}_${number}`
}

/** The column that shows what rows are grouped by. */
export function keyColumn({ name, type, more }: SourceField, by: Period | undefined): object {
  if (by) return { name, type: 'DATETIME', kind: 'date' }
  if (type === 'STATUS') return { name, type: 'STRING' }
  return { name, type, ...more }
}

/** The column of a number: amounts stay amounts, a mean of numbers has fractions. */
export function numberColumn(
  of: Computation,
  name: string,
  field: SourceField | undefined,
): object {
  if (of === 'count' || !field) return { name, type: 'INTEGER' }
  if (of === 'avg' && field.type !== 'MONEY') return { name, type: 'FLOAT' }
  return { name, type: field.type, ...field.more }
}

type ReportFile = { file: string; value: ReportValue }

/** Rows are grouped by one more field, which gets a column. */
export function addGrouping({ file, value }: ReportFile, field: SourceField, by?: Period): Edit[] {
  const { columns = {}, query = {} } = value
  const column = freeColumn(by ?? field.code, columns)
  const isPlain = column === field.code && !by
  const grouping = isPlain ? field.code : { field: field.code, ...(by && { by }), as: column }
  const groups = (query.groupBy ?? []).length
  return [
    { file, op: 'set', at: ['columns', column], value: keyColumn(field, by) },
    // Columns of groups stand before those of numbers.
    ...(groups < Object.keys(columns).length
      ? [{ file, op: 'move', at: ['columns', column], to: groups } as const]
      : []),
    query.groupBy === undefined
      ? { file, op: 'set', at: ['query', 'groupBy'], value: [grouping] }
      : { file, op: 'insert', at: ['query', 'groupBy', query.groupBy.length], value: grouping },
  ]
}

export function removeGrouping({ file, value }: ReportFile, at: number): Edit[] {
  const grouping = value.query?.groupBy?.[at]
  if (grouping === undefined) return []
  const { column } = groupingOf(grouping)
  return [
    { file, op: 'remove', at: ['query', 'groupBy', at] },
    ...removeColumn({ file, value }, column),
  ]
}

type Added = { of: Computation; name: string; field?: SourceField | undefined }

export function addNumber({ file, value }: ReportFile, { of, name, field }: Added): Edit[] {
  const { columns = {} } = value
  const column = freeColumn(of === 'count' ? 'count' : `${field?.code ?? 'value'}_${of}`, columns)
  const computed = { function: of, ...(of !== 'count' && field && { field: field.code }) }
  return [
    { file, op: 'set', at: ['columns', column], value: numberColumn(of, name, field) },
    { file, op: 'set', at: ['query', 'values', column], value: computed },
  ]
}

export const removeNumber = (place: ReportFile, column: string): Edit[] => [
  { file: place.file, op: 'remove', at: ['query', 'values', column] },
  ...removeColumn(place, column),
]

/** With a column goes what is drawn of it. */
function removeColumn(
  { file, value: { columns, chart, pivot } }: ReportFile,
  column: string,
): Edit[] {
  const drawn = chart?.values.filter((each) => each !== column) ?? []
  const isChartGone = chart && (chart.along === column || drawn.length === 0)
  return [
    ...(columns && column in columns
      ? [{ file, op: 'remove', at: ['columns', column] } as const]
      : []),
    ...(isChartGone ? [{ file, op: 'remove', at: ['chart'] } as const] : []),
    ...(chart && !isChartGone && drawn.length < chart.values.length
      ? [{ file, op: 'set', at: ['chart', 'values'], value: drawn } as const]
      : []),
    ...(pivot === column ? [{ file, op: 'remove', at: ['pivot'] } as const] : []),
  ]
}

/** Another source has other fields: what was made of the old one goes. */
export const changeSource = (
  { file, value }: ReportFile,
  source: { app?: string; contract?: string },
): Edit[] => [
  { file, op: 'set', at: ['query'], value: source },
  { file, op: 'set', at: ['columns'], value: {} },
  ...(value.chart ? [{ file, op: 'remove', at: ['chart'] } as const] : []),
  ...(value.pivot ? [{ file, op: 'remove', at: ['pivot'] } as const] : []),
]
