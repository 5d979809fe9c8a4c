import type { AppAddress } from '../../../lib/app-path.ts'
import { invalid, unavailable } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sheet } from '../../../sheets/sheet.ts'
import { getUsable } from '../../disk/bodies.ts'
import { requireRight } from '../policy.ts'
import { getApp } from '../service.ts'
import { guessHeader } from './columns.ts'
import { type Format, openFile, type Source } from './file.ts'

const SHOWN_ROWS = 20
/** Enough to guess what a column holds. */
const SAMPLED_ROWS = 500
const SHOWN_COLUMNS = 500
const LONGEST_SHOWN = 200
/** Characters of all rows together. */
const LONGEST_SAMPLE = 2_000_000

type PreviewRequest = {
  fileHash: string
  format?: Format | null | undefined
  /** Aborted when nobody waits for the answer any more. */
  left: AbortSignal
}

/** The first rows of an import and the fields they would go to. */
export async function previewImport(
  ctx: Context,
  address: AppAddress,
  { fileHash, format = null, left }: PreviewRequest,
) {
  const app = await getApp(ctx, address)
  await requireRight(ctx, app, 'import')
  const found = await readStart(ctx, { fileHash, format, left, most: SHOWN_ROWS })
  const [header = [], ...rows] = found.rows
  const codes = guessHeader(app, header)
  const columns = header.map((title, at) => ({ title, code: codes[at] ?? null }))
  return { format: found.format, columns, rows }
}

/** The titles and the first rows of a table, for an app that is yet to be made. */
export async function readTable(
  ctx: Context,
  asked: Pick<PreviewRequest, 'fileHash' | 'left'>,
): Promise<string[][]> {
  return (await readStart(ctx, { ...asked, format: null, most: SAMPLED_ROWS })).rows
}

type Start = Required<Pick<PreviewRequest, 'fileHash' | 'left'>> & {
  format: Format | null
  most: number
}

async function readStart(ctx: Context, { fileHash, format, left, most }: Start) {
  const body = await getUsable(ctx, fileHash)
  const source = { files: ctx.files, body, format, left }
  return ctx.previews
    .run(() => read(source, most), left)
    .catch((error: unknown) => {
      throw left.aborted ? unavailable('nobody waits for the preview any more', error) : error
    })
}

async function read(source: Source & { left: AbortSignal }, most: number) {
  const file = await openFile(source)
  try {
    const rows = await firstRows(file.sheet, source.left, most)
    if (rows.length === 0) throw invalid('the file has no rows')
    return { format: file.format, rows }
  } finally {
    await file.close()
  }
}

/** A copy: a part of a text would keep the whole row in memory. */
const beginningOf = (cell: string): string =>
  cell.length <= LONGEST_SHOWN
    ? cell
    : Buffer.from(cell.slice(0, LONGEST_SHOWN), 'utf16le').toString('utf16le')

async function firstRows(sheet: Sheet, left: AbortSignal, most: number): Promise<string[][]> {
  const found: string[][] = []
  let length = 0
  for await (const rows of sheet.rows()) {
    left.throwIfAborted()
    for (const { cells } of rows) {
      const shown = cells.slice(0, SHOWN_COLUMNS).map(beginningOf)
      length += shown.reduce((sum, cell) => sum + cell.length, 0)
      found.push(shown)
      if (found.length > most || length > LONGEST_SAMPLE) return found
    }
  }
  return found
}
