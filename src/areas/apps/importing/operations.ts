import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, flag, Id, InApp, orNone } from '../../../api/schemas.ts'
import { ListRequest } from '../../../lists/request.ts'

const Count = z.int().min(0)
/** The number of columns in the widest spreadsheet. */
const MOST_COLUMNS = 16_384

export const ImportStatus = z.object({
  status: z.enum(['none', 'wait', 'running', 'complete', 'failed']),
  importId: Id.nullable(),
  total: Count.describe('rows of the file, as far as they are counted'),
  processed: Count,
  created: Count,
  updated: Count,
  failed: Count,
  startedAt: DateTime.nullable(),
  finishedAt: DateTime.nullable(),
  errors: z
    .array(
      z.object({
        row: z.int().describe('as in a spreadsheet: the titles are row 1; 0 = the whole file'),
        column: z.string().nullable().describe('code of the field'),
        message: z.string(),
      }),
    )
    .max(100)
    .describe('the first ones; all of them are at /manage/v1/imports/{id}/errors'),
})
export type ImportStatus = z.infer<typeof ImportStatus>

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const APP = '/pub/v1/app/{namespace}/{code}'

/** Items as tables, in and out. */
export const imports = {
  exportItems: operation({
    method: 'POST',
    path: '/manage/v1/apps/{namespace}/{code}/export',
    summary: 'Export app items as CSV or XLSX',
    description:
      'Every item that a list with the same filter would find and that is not deleted, as a table that an import takes back.',
    params: InApp,
    input: ListRequest.omit({ active: true, from: true, size: true }).extend({
      format: z.enum(['csv', 'xlsx']).default('csv'),
      raw: flag.describe(
        'CSV without the apostrophe that keeps spreadsheets from computing a text: for programs',
      ),
    }),
    reads: true,
    streams: ['text/csv', XLSX],
  }),
  importItems: operation({
    method: 'POST',
    path: `${APP}/import`,
    gives: [],
    summary: 'Import app items',
    description:
      'Begins to load a CSV or XLSX file that was uploaded as temporary, and answers at once. One import per app at a time.',
    params: InApp,
    input: z.object({
      fileHash: orNone(Id).describe('hash of the temporary file'),
      format: orNone(z.enum(['xlsx', 'csv'])).describe('absent = found out'),
      withEventHandlers: flag.describe('start the processes bound to the creation of items'),
      events: z
        .boolean()
        .default(true)
        .describe('false = no event for each item: webhooks, feeds and histories do not see them'),
      columns: z
        .array(z.string().max(200).nullable())
        .max(MOST_COLUMNS)
        .optional()
        .describe(
          'code of the field for every column of the file, null = leave it out; absent = by titles',
        ),
    }),
    output: z.object({ importId: Id }),
  }),
  previewImport: operation({
    method: 'POST',
    path: '/manage/v1/apps/{namespace}/{code}/import/preview',
    summary: 'Preview a table before importing it',
    description:
      'The first rows of a CSV or XLSX file that was uploaded as temporary, and the fields that its titles lead to. Nothing is stored.',
    params: InApp,
    input: z.object({ fileHash: Id, format: z.enum(['xlsx', 'csv']).optional() }),
    output: z.object({
      format: z.enum(['xlsx', 'csv']),
      columns: z.array(
        z.object({
          title: z.string(),
          code: z.string().nullable().describe('of the field; null = the title leads to none'),
        }),
      ),
      rows: z.array(z.array(z.string())).describe('the first ones below the titles'),
    }),
    reads: true,
  }),
  readTable: operation({
    method: 'POST',
    path: '/manage/v1/tables/read',
    summary: 'Preview a table, to create an app from it',
    description:
      'Up to 500 rows of a CSV or XLSX file that the caller uploaded as temporary, the titles first. Nothing is stored.',
    input: z.object({ fileHash: Id }),
    output: z.object({ rows: z.array(z.array(z.string())) }),
    reads: true,
  }),
  importStatus: operation({
    method: 'POST',
    path: `${APP}/import/status`,
    summary: 'Get import status',
    params: InApp,
    input: z.object({ importId: orNone(Id).describe('absent = the latest import of the app') }),
    output: ImportStatus,
    reads: true,
  }),
  importErrors: operation({
    method: 'GET',
    path: '/manage/v1/imports/{id}/errors',
    summary: 'Download all row errors of an import',
    params: ById,
    streams: ['text/csv'],
  }),
}
