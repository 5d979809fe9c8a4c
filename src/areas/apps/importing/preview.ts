import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { AppAddress } from '../../../lib/app-path.ts'
import { invalid, unavailable } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sheet } from '../../../sheets/sheet.ts'
import { usableObject } from '../../disk/bodies.ts'
import { requireRight } from '../policy.ts'
import { getApp } from '../service.ts'
import { guessHeader } from './columns.ts'
import { type Format, openFile, type Source } from './file.ts'

const SHOWN_ROWS = 20
const SHOWN_COLUMNS = 500
const LONGEST_SHOWN = 200

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
  const object = await usableObject(ctx, fileHash)
  const source = { files: ctx.files, object, format, left }
  return ctx.previews
    .run(() => preview(app, source), left)
    .catch((error: unknown) => {
      throw left.aborted ? unavailable('nobody waits for the preview any more', error) : error
    })
}

async function preview(app: StoredApp, source: Source & { left: AbortSignal }) {
  const file = await openFile(source)
  try {
    const [header, ...rows] = await firstRows(file.sheet, source.left)
    if (!header) throw invalid('the file has no rows')
    const codes = guessHeader(app, header)
    const columns = header.map((title, at) => ({ title, code: codes[at] ?? null }))
    return { format: file.format, columns, rows }
  } finally {
    await file.close()
  }
}

async function firstRows(sheet: Sheet, left: AbortSignal): Promise<string[][]> {
  const found: string[][] = []
  for await (const rows of sheet.rows()) {
    left.throwIfAborted()
    for (const { cells } of rows) {
      found.push(cells.slice(0, SHOWN_COLUMNS).map((cell) => cell.slice(0, LONGEST_SHOWN)))
      if (found.length > SHOWN_ROWS) return found
    }
  }
  return found
}
