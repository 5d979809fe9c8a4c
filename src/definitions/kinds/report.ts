import { z } from 'zod'
import { parsePath } from '../../lib/app-path.ts'
import { Code, Name } from '../../lib/codes.ts'
import { suggest } from '../../lib/did-you-mean.ts'
import { description, Rights } from '../common.ts'
import { Fields } from '../field.ts'
import { checkFields, checkKnown } from '../field-checks.ts'
import { type HiddenFields, namesField } from '../hidden-fields.ts'
import type { DefinitionKind } from '../kind.ts'
import { forReaders, inFields, inRights, sourceIn, toOptional } from '../reference.ts'
import {
  Column,
  checkQuery,
  checkReportViews,
  parametersIn,
  ReportChart,
  ReportQuery,
  ReportView,
} from '../report-query.ts'
import type { Issue, Path } from '../source.ts'
import { splitSql } from '../sql-parameters.ts'

const Report = z.strictObject({
  name: Name,
  description,
  columns: Fields,
  parameters: Fields,
  sql: z.string().max(100_000).optional().describe('a query; parameters stand in it as :code'),
  query: ReportQuery.optional().describe('a query put together from an app; instead of sql'),
  chart: ReportChart.optional().describe('how it is drawn; people may choose another way'),
  pivot: Column.optional().describe('the column whose values become columns'),
  views: z
    .record(Code, ReportView)
    .optional()
    .describe('parameters, filters and orders that everybody finds above it'),
  rights: Rights,
})
type Report = z.output<typeof Report>

export const report: DefinitionKind<typeof Report> = {
  schema: Report,
  files: ['workspaces/{workspace}/reports/{code}'],
  fields: ['columns', 'parameters'],
  references: ({ columns, query }) => [
    ...inFields(columns, ['columns']),
    ...toOptional('app', query?.app, ['query', 'app']),
    ...toOptional('contract', query?.contract, ['query', 'contract']),
  ],
  subjects: ({ rights }) => inRights(rights),
  check: (body) => [
    ...checkFields(body.columns, ['columns']),
    ...(Object.keys(body.columns).length === 0
      ? [{ path: ['columns'], message: 'a report needs at least one column' }]
      : []),
    ...checkFields(body.parameters, ['parameters']),
    ...((body.sql === undefined) === (body.query === undefined)
      ? [{ path: [], message: 'a report has either "sql" or "query"' }]
      : []),
    ...checkKnown([...new Set(splitSql(body.sql ?? '').codes)], Object.keys(body.parameters), [
      'sql',
    ]),
    ...checkParameters(body),
    ...checkDrawing(body),
    ...checkReportViews(body),
  ],
  /** One that is put together from an app or a contract has columns of it. */
  checkAmong: ({ body: { query, columns } }, around) => {
    const source = query && sourceIn(query, around)
    return source ? forReaders(checkQuery(query, columns, source.body.fields), source) : []
  },
  limit: (body, hidden) => (speaksOf(body, hidden) ? undefined : body),
}

function checkParameters({ query, parameters }: Report): Issue[] {
  const known = Object.keys(parameters)
  return parametersIn(query?.filter, ['query', 'filter'])
    .filter(([code]) => !known.includes(code))
    .map(([code, path]) => ({
      path,
      message: `there is no parameter "${code}"${suggest(code, known)}`,
    }))
}

/** A chart and a pivot are made of columns. */
function checkDrawing({ chart, pivot, columns }: Report): Issue[] {
  const known = Object.keys(columns)
  const named: [string, Path][] = [
    ...(chart ? [[chart.along, ['chart', 'along']] as [string, Path]] : []),
    ...(chart?.values ?? []).map((code, at): [string, Path] => [code, ['chart', 'values', at]]),
    ...(pivot === undefined ? [] : [[pivot, ['pivot']] as [string, Path]]),
  ]
  return named
    .filter(([code]) => !known.includes(code))
    .map(([code, path]) => ({ path, message: `unknown column "${code}"${suggest(code, known)}` }))
}

/** SQL reads whole rows, so naming the table is enough to hide the report. */
function speaksOf({ query, sql, columns }: Report, hidden: HiddenFields): boolean {
  if (sql !== undefined) return [...hidden.keys()].some((path) => namesTable(sql, path))
  const codes = query?.app === undefined ? undefined : hidden.get(query.app)
  return codes !== undefined && namesField({ ...query, columns: Object.keys(columns) }, codes)
}

function namesTable(text: string, path: string): boolean {
  const { namespace, code } = parsePath(path)
  return new RegExp(`\\bws_${namespace}"?\\s*\\.\\s*"?${code}\\b`, 'i').test(text)
}
