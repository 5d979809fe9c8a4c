import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { InApp, InWorkspace } from '../../api/schemas.ts'
import { ReportChart } from '../../definitions/report-query.ts'
import { FieldView, listAll, one } from '../scheme/list-operations.ts'
import { rows } from './row-operations.ts'
import { schedules } from './schedules/operations.ts'

const SharedView = z
  .object({
    code: z.string(),
    name: z.string(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    filter: z.record(z.string(), z.unknown()).optional(),
    sort: z.array(z.object({ column: z.string(), ascending: z.boolean().optional() })).optional(),
  })
  .meta({ id: 'ReportView' })

const CatalogEntry = z
  .object({
    namespace: z.string(),
    code: z.string(),
    name: z.string(),
    description: z.string(),
    columns: z.array(FieldView),
    parameters: z.array(FieldView).describe('`defaultValue` is taken where none is given'),
    chart: ReportChart.nullable().describe('how the definition draws it'),
    pivot: z.string().nullable().describe('the column whose values become columns'),
    views: z.array(SharedView).describe('those of everybody'),
    solution: z.string(),
  })
  .meta({ id: 'ReportCatalogEntry' })
export type CatalogEntry = z.infer<typeof CatalogEntry>

export const reports = {
  catalog: operation({
    method: 'GET',
    path: '/manage/v1/reports',
    summary: 'List the reports that the caller may run',
    output: z.object({ reports: z.array(CatalogEntry) }),
  }),
  listInWorkspace: listAll('namespaces/{namespace}/reports', 'List the reports of a workspace', {
    row: CatalogEntry,
    params: InWorkspace,
  }),
  describe: one('namespaces/{namespace}/reports/{code}', 'Get a report', {
    output: z.object({ report: CatalogEntry }),
    params: InApp,
  }),
  ...rows,
  ...schedules,
}
