import { codeOf } from '../code-of.ts'
import type { FieldValue } from '../fields/new-field.ts'

const isAll = (cells: readonly string[], pattern: RegExp) =>
  cells.length > 0 && cells.every((cell) => pattern.test(cell))

const DAY = String.raw`(\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4})`

/** The first that fits all cells of a column. */
const PATTERNS: [RegExp, FieldValue][] = [
  [/^(true|false|yes|no)$/i, { type: 'BOOLEAN' }],
  [/^-?\d{1,15}$/, { type: 'INTEGER' }],
  [/^-?\d{1,15}[.,]\d+$|^-?\d{1,15}$/, { type: 'FLOAT' }],
  // Thousands set apart as an import reads them: 1 200,50.
  [/^-?\d{1,3}([ \u00A0\u202F]\d{3})*([.,]\d+)?$/, { type: 'FLOAT' }],
  [new RegExp(`^${DAY}$`), { type: 'DATETIME', kind: 'date' }],
  [new RegExp(`^${DAY}[T ]\\d{1,2}:\\d{2}`), { type: 'DATETIME' }],
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { type: 'EMAIL' }],
  [/^\+[\d ()-]{6,}$/, { type: 'PHONE' }],
  [/^https?:\/\/\S+$/, { type: 'LINK' }],
]

const MOST_OPTIONS = 12
const LONG = 120

/** Numbers that begin with a zero are names of something, not amounts. */
const isName = (cells: readonly string[]) => cells.some((cell) => /^0\d/.test(cell))

/** What a column holds, by what stands in it. */
export function guessField(name: string, column: readonly string[]): FieldValue {
  const cells = column.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const [, found] = PATTERNS.find(([pattern]) => isAll(cells, pattern)) ?? []
  if (found && !isName(cells)) return { name, ...found }
  const options = [...new Set(cells)]
  const repeats = cells.length >= 6 && options.length * 2 <= cells.length
  if (repeats && options.length <= MOST_OPTIONS && options.every(isShort)) {
    return { name, type: 'CATEGORY', options: codesOf(options) }
  }
  const isLong = cells.some((cell) => cell.includes('\n') || cell.length > LONG)
  return { name, type: 'STRING', ...(isLong && { kind: 'multiline' }) }
}

const isShort = (cell: string) => cell.length <= 40

function codesOf(names: readonly string[]): Record<string, string> {
  const options: Record<string, string> = {}
  for (const name of names) options[codeOf(name, Object.keys(options), 'option')] = name
  return options
}

/** The fields of an app that could hold a table; its first line has the names. */
export function guessFields(rows: readonly string[][]): Record<string, FieldValue> {
  const [head = [], ...body] = rows
  const fields: Record<string, FieldValue> = {}
  for (const [at, title] of head.entries()) {
    const name = title.trim() || `${at + 1}`
    const code = codeOf(name, Object.keys(fields), 'field')
    fields[code] = guessField(
      name,
      body.map((row) => row[at] ?? ''),
    )
  }
  return fields
}

/** Items are called after the first text in them. */
export function appFromTable(name: string, rows: readonly string[][]) {
  const fields = guessFields(rows)
  const [code] = Object.entries(fields).find(([, { type }]) => type === 'STRING') ?? []
  return { name, ...(code && { nameTemplate: `{$${code}}` }), fields }
}
