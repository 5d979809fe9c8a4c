import { csvRow } from '../../../src/lib/csv.ts'
import type { Field } from '../../fields/field.ts'
import { textsOf } from './cells.ts'
import type { Row } from './numbers.ts'

/** Days as 2026-03-02, numbers with a point: what every program reads the same. */
const plain = (field: Field, value: unknown): string | undefined => {
  if (field.type === 'DATETIME' && typeof value === 'string') {
    return field.data.kind === 'date' ? value.slice(0, 10) : value
  }
  return typeof value === 'number' ? String(value) : undefined
}

/** All rows as a file for spreadsheets; the mark at its beginning tells them that it is UTF-8. */
export async function toCsv(columns: Field[], rows: Row[], language: string): Promise<Blob> {
  const texts = await Promise.all(columns.map((column) => textsOf(column, rows, language)))
  const lines = rows.map((row, at) =>
    columns.map((column, index) => plain(column, row[column.code]) ?? texts[index]?.[at] ?? null),
  )
  const head = columns.map(({ view }) => view.name)
  const text = [head, ...lines].map((line) => csvRow(line)).join('')
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })
}
