import type { Field } from '../../fields/field.ts'
import { textsOf } from './cells.ts'
import type { Row } from './numbers.ts'

/** A cell that begins so would be taken for a formula by who opens the file. */
const FORMULA = /^[=+\-@\t\r]/

function cell(text: string, isNumber: boolean): string {
  const safe = !isNumber && FORMULA.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

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
    columns.map((column, index) => {
      const text = plain(column, row[column.code])
      return cell(text ?? texts[index]?.[at] ?? '', text !== undefined || column.type === 'MONEY')
    }),
  )
  const head = columns.map(({ view }) => cell(view.name, false))
  const text = [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('')
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })
}
