import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { invalid } from '../../../lib/errors.ts'
import type { FileStore, RecordedBody } from '../../../platform/files/file-store.ts'
import { openCsv } from '../../../sheets/csv.ts'
import type { Sheet } from '../../../sheets/sheet.ts'
import { openXlsx } from '../../../sheets/xlsx/xlsx.ts'

export type Format = 'csv' | 'xlsx'

export type Source = {
  files: FileStore
  body: RecordedBody
  format: Format | null
  /** Aborted when nobody needs the rows any more. */
  left?: AbortSignal
}

/** The format is detected by content, not by name. */
const ZIP = 'PK\u0003\u0004'
const OLE = '\u00d0\u00cf\u0011\u00e0'

/** The table in a file, and a function to release it. */
export async function openFile(
  source: Source,
): Promise<{ format: Format; sheet: Sheet; close(): Promise<void> }> {
  const format = await formatOf(source)
  const { files, body, left } = source
  if (format === 'csv') {
    const sheet = await openCsv((most) =>
      files.read(body, most === undefined ? undefined : { start: 0, end: most }),
    )
    return { format, sheet, close: async () => undefined }
  }
  const folder = await mkdtemp(join(tmpdir(), 'kontor-import-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    // A workbook is read from its end, so it must be a local file.
    const path = join(folder, 'book.xlsx')
    await pipeline(await files.read(body), createWriteStream(path, { mode: 0o600 }), {
      signal: left,
    })
    return { format, sheet: openXlsx(path, left), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function formatOf({ files, body, format }: Source): Promise<Format> {
  let start = ''
  for await (const chunk of await files.read(body, { start: 0, end: Math.min(4, body.size) })) {
    start += (chunk as Buffer).toString('latin1')
  }
  if (start === OLE) {
    throw invalid('the file is an old .xls or protected by a password: save it as .xlsx or .csv')
  }
  const found = start === ZIP ? 'xlsx' : 'csv'
  if (format !== null && format !== found) {
    throw invalid(
      `the file is ${found === 'csv' ? 'no XLSX workbook' : 'an XLSX workbook'}, but "format" says ${format}`,
    )
  }
  return found
}
