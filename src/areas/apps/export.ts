import { finished, Readable } from 'node:stream'
import { systemFields } from '../../definitions/system-fields.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import { csvRow } from '../../lib/csv.ts'
import { compileAll } from '../../lists/query.ts'
import type { ListRequest } from '../../lists/request.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { writeXlsx } from '../../sheets/xlsx/write.ts'
import { itemsSource } from './lists.ts'
import { requireRight } from './policy.ts'
import { getApp } from './service.ts'
import { exportColumns, exportTexts, readRows } from './store/export.ts'
import { shapeOf } from './store/shape.ts'

/** The byte order mark, by which spreadsheets recognise UTF-8. */
const BOM = '\ufeff'

const TITLES = new Map(systemFields.map(({ code, name }) => [code, name]))

export type Exported = { content: Readable; name: string }

/**
 * All items that match a list request, as a table that can be imported again. It is generated
 * while it is read.
 */
export async function exportItems(
  ctx: Context,
  address: AppAddress,
  { format, raw, ...wanted }: ListRequest & { format: 'csv' | 'xlsx'; raw: boolean },
): Promise<Exported> {
  const app = await getApp(ctx, address)
  await requireRight(ctx, app, 'export')
  const shape = shapeOf(app)
  const request = { ...wanted, active: true }
  const columns = exportColumns(shape, request, TITLES)
  const query = await compileAll(await itemsSource(ctx, app), request, exportTexts(columns))
  await ctx.checkCost(query)
  const endTurn = await ctx.takeTurn('exports')
  const header = columns.map(({ title, code }) => `${title} [${code}]`)
  const rows = readAll(ctx, query, header)
  const content =
    format === 'csv'
      ? Readable.from(toCsv(rows, raw))
      : writeXlsx(
          rows,
          columns.map(({ kind }) => kind),
        )
  finished(content, endTurn)
  return { content, name: `${app.code}.${format}` }
}

async function* readAll(ctx: Context, query: Sql, header: string[]) {
  const client = await ctx.connect()
  try {
    yield header
    yield* readRows(client, query)
  } finally {
    await client.end()
  }
}

const PIECE = 65_536

async function* toCsv(
  rows: AsyncIterable<(string | null)[]>,
  raw: boolean,
): AsyncGenerator<string> {
  let text = BOM
  for await (const row of rows) {
    text += csvRow(row, { raw })
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield text
}
