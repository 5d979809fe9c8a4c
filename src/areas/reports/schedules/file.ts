import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { csvRow } from '../../../lib/csv.ts'
import type { Attachment } from '../../../platform/mail/mail.ts'
import { writePdf } from '../../../sheets/pdf/pdf.ts'
import { writeXlsx } from '../../../sheets/xlsx/write.ts'
import type { Schedule } from './operations.ts'
import type { Table } from './table.ts'

type Format = Schedule['format']
type Made = { file: Attachment; rows: number }

/** Rows beyond these are no reading matter. */
const PRINTED = 2000

const TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** The table as a file, and how many of its rows that has. */
export async function makeFile(
  table: Table,
  { format, code, lines }: { format: Format; code: string; lines: string[] },
): Promise<Made> {
  const rows = format === 'pdf' ? table.rows.slice(0, PRINTED) : table.rows
  const content = await WRITERS[format]({ ...table, rows }, lines)
  const file = { name: `${code}.${format}`, type: TYPES[format], content }
  return { file, rows: rows.length }
}

type Writer = (table: Table, lines: string[]) => Promise<Buffer>

const WRITERS: Record<Format, Writer> = {
  csv: async ({ columns, rows }) => {
    const head = columns.map(({ title }) => title)
    return Buffer.from(`\ufeff${[head, ...rows].map((row) => csvRow(row)).join('')}`)
  },
  xlsx: ({ columns, rows }) => {
    // Spreadsheets have no time zones: what the wall clock shows is written as it is.
    const cells = rows.map((row) =>
      row.map((text, at) => (text && columns[at]?.kind === 'moment' ? `${text}Z` : text)),
    )
    return buffer(
      writeXlsx(
        Readable.from([columns.map(({ title }) => title), ...cells]),
        columns.map(({ kind }) => kind),
      ),
    )
  },
  pdf: ({ title, columns, rows, chart }, lines) =>
    writePdf({
      title,
      ...(chart && { chart }),
      lines,
      columns: columns.map((column) => ({
        title: column.title,
        isNumber: column.kind === 'number',
      })),
      rows,
    }),
}
