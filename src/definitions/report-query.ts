import { z } from 'zod'
import { COMPUTED, FUNCTIONS, hasPeriods, PERIODS } from '../fields/computed.ts'
import { AppPath, Code, FieldCode, Name } from '../lib/codes.ts'
import { suggest } from '../lib/did-you-mean.ts'
import { naming } from '../lib/naming.ts'
import type { FieldDefinition } from './field.ts'
import { fieldsInFilter } from './filter-fields.ts'
import type { Path } from './source.ts'
import { systemFields } from './system-fields.ts'
import { CHART_KINDS } from './widgets.ts'

/** The code of a column of the report. */
export const Column = naming(FieldCode, 'column')

const Grouping = z.union([
  FieldCode,
  z.strictObject({
    field: naming(Code, 'field'),
    by: z.enum(PERIODS).optional().describe('the period that a date falls into'),
    as: Column.optional().describe('code of the column; absent = that of the field'),
  }),
])

/** What a report is put together from, without SQL. */
export const ReportQuery = z
  .strictObject({
    app: AppPath.optional(),
    contract: AppPath.optional().describe('instead of app: the items of all its apps'),
    filter: naming(z.record(z.string(), z.json()), 'filter')
      .default({})
      .describe('as in lists; {parameter: code} stands for the value of a parameter'),
    groupBy: z.array(Grouping).default([]),
    values: z
      .record(Column, z.strictObject({ function: z.enum(FUNCTIONS), field: FieldCode.optional() }))
      .default({}),
  })
  .refine(
    ({ app, contract }) => (app === undefined) !== (contract === undefined),
    'expected either "app" or "contract"',
  )
type Query = z.output<typeof ReportQuery>

export const ReportChart = z.strictObject({
  kind: z.enum(CHART_KINDS),
  along: Column.describe('column along the axis'),
  values: z.array(Column).min(1).describe('columns that are drawn'),
})

/** A way to look at a report, the same for everybody. */
export const ReportView = z.strictObject({
  name: Name,
  parameters: z.record(naming(FieldCode, 'parameter'), z.json()).optional(),
  filter: naming(z.record(z.string(), z.json()), 'rowFilter')
    .optional()
    .describe('which rows, as in lists; over the columns'),
  sort: z.array(z.strictObject({ column: Column, ascending: z.boolean().optional() })).optional(),
})
type ReportView = z.output<typeof ReportView>

type Fields = Record<string, FieldDefinition>
type Issue = { path: Path; message: string }

/** A grouping with the column that shows it. */
export const groupingOf = (given: Query['groupBy'][number]) => {
  const { field, by, as: column = field } = typeof given === 'string' ? { field: given } : given
  return { field, column, ...(by && { by }) }
}

const SYSTEM = Object.fromEntries(systemFields.map(({ code, ...field }) => [code, field]))

/** Unknown fields, functions that do not fit the type, and columns without a source. */
export function checkQuery(query: Query, columns: Fields, fields: Fields): Issue[] {
  const { groupBy, values } = query
  const isPlain = groupBy.length === 0 && Object.keys(values).length === 0
  const grouped = groupBy.map(groupingOf)
  const known = [
    ...(isPlain ? Object.keys(fields) : grouped.map(({ column }) => column)),
    ...Object.keys(values),
  ]
  const all = { ...SYSTEM, ...fields } as Fields
  return [
    ...grouped.flatMap((each, at) => checkGrouping(each, all, { at, own: Object.keys(fields) })),
    ...fieldsInFilter(query.filter, ['query', 'filter'])
      .filter(([code]) => !Object.hasOwn(all, code.split('.')[0] ?? ''))
      .flatMap(([code, path]) => unknown(code, Object.keys(fields), path)),
    ...Object.entries(values).flatMap(([code, value]) =>
      checkValue(code, value, { fields, column: columns[code] }),
    ),
    ...Object.keys(columns)
      .filter((code) => !known.includes(code))
      .map((code) => ({
        path: ['columns', code],
        message: isPlain
          ? `the app has no field "${code}"${suggest(code, known)}`
          : `"${code}" is neither in "groupBy" nor in "values"${suggest(code, known)}`,
      })),
  ]
}

type Viewed = {
  views?: Record<string, ReportView> | undefined
  columns: Fields
  parameters: Fields
}

/** Columns and parameters that there are not. */
export function checkReportViews({ views = {}, columns, parameters }: Viewed): Issue[] {
  const known = { column: Object.keys(columns), parameter: Object.keys(parameters) }
  return Object.entries(views).flatMap(([code, view]) => {
    const at = ['views', code]
    const named: [keyof typeof known, string, Path][] = [
      ...Object.keys(view.parameters ?? {}).map((each): [keyof typeof known, string, Path] => [
        'parameter',
        each,
        [...at, 'parameters', each],
      ]),
      ...fieldsInFilter(view.filter, [...at, 'filter']).map(
        ([each, path]): [keyof typeof known, string, Path] => [
          'column',
          each.split('.')[0] ?? '',
          path,
        ],
      ),
      ...(view.sort ?? []).map(({ column }, index): [keyof typeof known, string, Path] => [
        'column',
        column,
        [...at, 'sort', index, 'column'],
      ]),
    ]
    return named
      .filter(([what, each]) => !known[what].includes(each))
      .map(([what, each, path]) => ({
        path,
        message: `there is no ${what} "${each}"${suggest(each, known[what])}`,
      }))
  })
}

const unknown = (code: string, known: string[], path: Path): Issue[] =>
  known.includes(code)
    ? []
    : [{ path, message: `the app has no field "${code}"${suggest(code, known)}` }]

function checkGrouping(
  { field: code, by, column }: ReturnType<typeof groupingOf>,
  fields: Fields,
  { at, own }: { at: number; own: string[] },
): Issue[] {
  const path = ['query', 'groupBy', at]
  const field = fields[code] as { type: string; kind?: unknown } | undefined
  if (!field) return unknown(code, own, path)
  if (by && !hasPeriods(field)) return [{ path, message: `"${code}" is no date` }]
  if (column.startsWith('__'))
    return [{ path, message: `"${code}" needs "as": the code of a column` }]
  return []
}

type Value = Query['values'][string]

function checkValue(
  code: string,
  { function: of, field }: Value,
  { fields, column }: { fields: Fields; column: FieldDefinition | undefined },
) {
  const path = ['query', 'values', code]
  const types = COMPUTED[of]
  if (field === undefined) {
    return types ? [{ path, message: `"${of}" needs a "field"` }] : []
  }
  const missing = unknown(field, Object.keys(fields), [...path, 'field'])
  const type = String(fields[field]?.type)
  if (missing.length > 0 || !types) return missing
  if (!types.includes(type)) {
    return [{ path: [...path, 'function'], message: `there is no ${of} of ${type}` }]
  }
  const isMoney = type === 'MONEY'
  return column && isMoney !== (column.type === 'MONEY')
    ? [{ path: ['columns', code], message: `the ${of} of ${type} is no ${column.type}` }]
    : []
}

/** Parameters that a filter names, with their place. */
export function parametersIn(filter: unknown, path: Path): [code: string, path: Path][] {
  if (typeof filter !== 'object' || filter === null) return []
  const code = parameterOf(filter)
  if (code !== undefined) return [[code, path]]
  return Object.entries(filter).flatMap(([key, value]) => parametersIn(value, [...path, key]))
}

/** `{parameter: code}`, and nothing else. */
export const parameterOf = (value: object): string | undefined => {
  const [[key, code] = [], ...others] = Object.entries(value)
  return key === 'parameter' && typeof code === 'string' && others.length === 0 ? code : undefined
}
