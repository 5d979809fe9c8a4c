import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { Field, Named } from '../../../fields/field-type.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import { checkValue, columnValues } from '../../../fields/values.ts'
import { AppError, invalid } from '../../../lib/errors.ts'
import { IdSeries, isId } from '../../../lib/ids.ts'
import { isStorable, UNSTORABLE } from '../../../lib/storable.ts'
import { copyText } from '../../../platform/db/copy.ts'
import type { Row } from '../../../sheets/sheet.ts'
import type { RowProblem } from '../store/imports.ts'
import type { Column } from './columns.ts'

/** Names and ids in a cell whose meaning only the database knows, or a value that holds such ids. */
type Unknown = { names: string[] } | { value: unknown; named: Named[] }
export type Lookup = Unknown & { column: Column; index: number }

/** A row of the file in the form of the staging table, before its lookups. */
export type Line = {
  row: number
  /** One text per column of the stage. */
  values: string[]
  lookups: Lookup[]
  /** The key that finds an existing item. */
  keys: string[]
}

export type ReadRow = Line | RowProblem[]

/** Values in a column repeat a lot, so parsed cells are cached. */
const MOST_REMEMBERED = 2000
const LONGEST_REMEMBERED = 40

const EMPTY = '\\N'

/** The only column of the field, all of them, or what has to be looked up. */
type Parsed = string | string[] | Unknown
type Reader = {
  column: Column
  indexes: number[]
  /** Identifies the item. */
  isKey: boolean
  parse(text: string): Parsed
}

/** Reads rows with the same checks as a request; errors are reported per cell. */
export class RowReader {
  /** The columns that every row fills, in their order. */
  readonly stage: { name: string; type: string }[]
  readonly #readers: Reader[]
  /** Columns that must be empty. */
  readonly #untitled: number[]
  readonly #width: number
  readonly #ids = new IdSeries()

  constructor(app: StoredApp, columns: Column[], header: readonly string[]) {
    this.stage = [{ name: '__id', type: 'uuid' }]
    this.#readers = columns.map((column) => {
      const made = stageColumns(column)
      const start = column.code === '__id' ? 0 : this.stage.length
      if (column.code !== '__id') this.stage.push(...made)
      const indexes = made.map((_, at) => start + at)
      const parse = remembering(ofStorable(parserOf(app, column)))
      const isKey = column.code === '__id' || column.code === '__externalId'
      return { column, indexes, isKey, parse }
    })
    this.#untitled = header.flatMap((title, at) => (title.trim() === '' ? [at] : []))
    this.#width = header.length
  }

  read({ number, cells }: Row): ReadRow {
    const values: string[] = Array(this.stage.length).fill(EMPTY)
    const line: Line = { row: number, values, lookups: [], keys: [] }
    const problems: RowProblem[] = []
    for (const reader of this.#readers) {
      try {
        readInto(line, reader, cells[reader.column.at] ?? '')
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        problems.push({ row: number, column: reader.column.code, message: error.message })
      }
    }
    const lost = this.#findLost(cells)
    if (lost !== undefined) problems.push(untitled(number, lost))
    if (values[0] === EMPTY) values[0] = this.#ids.next()
    return problems.length > 0 ? problems : line
  }

  #findLost(cells: string[]): number | undefined {
    for (let at = this.#width; at < cells.length; at++) if (cells[at]?.trim()) return at
    return this.#untitled.find((at) => cells[at]?.trim())
  }

  /** Replaces names with ids; returns undefined if the row is valid. */
  resolve(line: Line, find: (lookup: Lookup) => unknown): RowProblem[] | undefined {
    const problems: RowProblem[] = []
    for (const lookup of line.lookups) {
      try {
        const { field } = lookup.column
        line.values[lookup.index] = toTexts(field, checked(field, find(lookup)))[0] ?? EMPTY
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        problems.push({ row: line.row, column: lookup.column.code, message: error.message })
      }
    }
    return problems.length > 0 ? problems : undefined
  }
}

/** As COPY takes it. */
export const lineText = ({ row, values }: Line): string => `${row}\t${values.join('\t')}\n`

const untitled = (row: number, at: number): RowProblem => ({
  row,
  column: null,
  message: `cell ${at + 1} has a value, but its column has no title`,
})

const stageColumns = ({ code, field }: Column): { name: string; type: string }[] => {
  if (code === '__status') return [{ name: code, type: 'smallint' }]
  return fieldTypeOf(field.type)
    .columns(field)
    .map(({ suffix, type }) => ({ name: code + suffix, type }))
}

function readInto(line: Line, { column, indexes, isKey, parse }: Reader, text: string): void {
  if (text.trim() === '') {
    const { required, default: initial } = column.field
    if (required && initial === undefined) throw invalid('a value is required')
    return
  }
  const parsed = parse(text)
  const [first = 0] = indexes
  if (typeof parsed === 'string') {
    line.values[first] = parsed
    if (isKey) line.keys.push(`${column.code}:${parsed}`)
  } else if (Array.isArray(parsed)) {
    for (const [at, index] of indexes.entries()) line.values[index] = parsed[at] ?? EMPTY
  } else line.lookups.push({ column, ...parsed, index: first })
}

/** Whether what these hold exists is asked of the database, also when it is given by its id. */
const LINKS = ['SYS_USER', 'SYS_COLLECTION', 'SYS_OSNODE', 'FILE', 'IMAGE']

function parserOf(app: StoredApp, { code, field, isSystem }: Column): (text: string) => Parsed {
  if (code === '__status') return (text) => String(statusNamed(app, text.trim()))
  if (isSystem && field.type === 'ID') return (text) => idOf(text.trim())
  if (isSystem && field.type === 'STRING') {
    const longest = code === '__name' ? 1000 : 255
    return (text) => copyText(shortText(text, longest))
  }
  const isLink = LINKS.includes(field.type)
  const type = fieldTypeOf(field.type)
  const isOne = type.columns(field).length === 1
  return (text) => {
    const cell = type.cell(text, field)
    if ('lookup' in cell) return { names: cell.lookup }
    if (isLink) return { names: cell.value as string[] }
    if (type.named) {
      const value = checked(field, cell.value)
      return { value, named: value === null ? [] : type.named(value, field) }
    }
    if (!cell.isChecked) return toTexts(field, checked(field, cell.value))
    if (!isOne || cell.value === null) return toTexts(field, cell.value)
    // The hot path: avoid allocations.
    return copyText(type.write(cell.value, field)[0])
  }
}

function checked(field: Field, wire: unknown): unknown {
  const { value, problems } = checkValue(field, wire)
  const [first] = problems
  if (first) throw invalid(first.message)
  return value
}

function toTexts(field: Field, value: unknown): string[] {
  try {
    return columnValues(field, value).map(copyText)
  } catch (error) {
    throw invalid(`cannot be stored: ${(error as Error).message}`)
  }
}

const ofStorable =
  (parse: (text: string) => Parsed) =>
  (text: string): Parsed => {
    if (!isStorable(text)) throw invalid(UNSTORABLE)
    return parse(text)
  }

function remembering(parse: (text: string) => Parsed): (text: string) => Parsed {
  const known = new Map<string, Parsed>()
  let hits = 0
  let isUseful = true
  return (text) => {
    if (!isUseful || text.length > LONGEST_REMEMBERED) return parse(text)
    const before = known.get(text)
    if (before !== undefined) {
      hits++
      return before
    }
    if (known.size < MOST_REMEMBERED) {
      const own = copyOf(text)
      const parsed = parse(own)
      known.set(own, parsed)
      return parsed
    }
    isUseful = hits > MOST_REMEMBERED
    if (!isUseful) known.clear()
    return parse(text)
  }
}

/** Copies a text, because a slice would keep the whole chunk of the file in memory. */
const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

/** A status by its code, its name or its number. */
function statusNamed({ body }: StoredApp, text: string): number {
  const statuses = body.statuses.flatMap((group) => group.statuses)
  const wanted = text.toLowerCase()
  const found =
    statuses.find(({ code }) => code === text) ??
    statuses.find(({ name }) => name.toLowerCase() === wanted) ??
    statuses.find(({ id }) => String(id) === text)
  if (found) return found.id
  const known = statuses.map(({ name }) => name).join(', ')
  throw invalid(`unknown status "${text.slice(0, 50)}", expected one of ${known}`)
}

function idOf(text: string): string {
  if (isId(text)) return text.toLowerCase()
  throw invalid(`expected a UUID, received "${text.slice(0, 50)}"`)
}

function shortText(text: string, longest: number): string {
  if (text.length > longest) throw invalid(`longer than ${longest} characters`)
  return text
}
