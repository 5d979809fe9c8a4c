import { withoutMark } from '../lib/csv.ts'
import { invalid } from '../lib/errors.ts'
import { LONGEST_CELL, MOST_COLUMNS, type Row } from './sheet.ts'

const QUOTE = 34
const LINE_FEED = 10
const RETURN = 13

/** The maximum length of a row; more means an unclosed quote. */
const LONGEST_ROW = 4 * LONGEST_CELL

/**
 * CSV as in RFC 4180, with any separator and line ending. It is strict about quotes: guessing where a cell
 * ends would put values into the wrong fields. The apostrophe by which an export marks text is taken away.
 */
export class CsvParser {
  readonly #separator: number
  readonly #isSurvey: boolean
  #rest = ''
  /** Reading a long unfinished row again with every piece would be quadratic. */
  #enough = 0
  #number = 0

  /** A survey reads only the values of the first row. */
  constructor(separator: string, isSurvey = false) {
    this.#isSurvey = isSurvey
    this.#separator = separator.charCodeAt(0)
  }

  /** The complete rows so far; empty rows are only counted. */
  *push(text: string): Generator<Row> {
    this.#rest = this.#rest === '' ? text : this.#rest + text
    if (this.#rest.length < this.#enough) return
    yield* this.#read(false)
    this.#enough = Math.min(this.#rest.length * 2, LONGEST_ROW)
    if (this.#rest.length > LONGEST_ROW) {
      throw invalid(`row ${this.#number + 1} is longer than ${LONGEST_ROW} characters: ${UNCLOSED}`)
    }
  }

  end(): Generator<Row> {
    return this.#read(true)
  }

  *#read(isLast: boolean): Generator<Row> {
    const text = this.#rest
    let at = 0
    while (at < text.length) {
      const cells: string[] = []
      const end = this.#readRow(text, at, { cells, isLast })
      if (end < 0) break
      at = end
      this.#number++
      if (cells.length > 1 || cells[0] !== '') yield { number: this.#number, cells }
    }
    this.#rest = text.slice(at)
  }

  /** The start of the next row; -1 if this one is not complete yet. */
  #readRow(text: string, from: number, row: { cells: string[]; isLast: boolean }): number {
    for (let at = from; ; ) {
      const isQuoted = text.charCodeAt(at) === QUOTE
      const end = isQuoted ? this.#quoted(text, at, row) : this.#plain(text, at, row)
      // At the end of the chunk, a line feed or a second quote may follow.
      if (end < 0 || (end >= text.length && !row.isLast)) return -1
      if (row.cells.length > MOST_COLUMNS) {
        throw invalid(`row ${this.#number + 1} has more than ${MOST_COLUMNS} cells`)
      }
      if (end >= text.length) return end
      const code = text.charCodeAt(end)
      at = end + 1
      if (code === this.#separator) {
        if (at < text.length) continue
        if (!row.isLast) return -1
        row.cells.push('')
        return at
      }
      if (code === LINE_FEED) return at
      if (at >= text.length && !row.isLast) return -1
      return text.charCodeAt(at) === LINE_FEED ? at + 1 : at
    }
  }

  #plain(text: string, from: number, { cells }: { cells: string[] }): number {
    const separator = this.#separator
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === separator || code === LINE_FEED || code === RETURN) break
      if (code === QUOTE)
        this.#refuse(cells, 'a cell with a quote in it must be in quotes as a whole')
    }
    cells.push(
      this.#isSurvey && this.#number > 0 ? mark(at > from) : withoutMark(text.slice(from, at)),
    )
    return at
  }

  #quoted(text: string, from: number, { cells, isLast }: { cells: string[]; isLast: boolean }) {
    let close = text.indexOf('"', from + 1)
    let isDoubled = false
    while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) {
      isDoubled = true
      close = text.indexOf('"', close + 2)
    }
    if (close < 0) return isLast ? this.#refuse(cells, UNCLOSED) : -1
    const end = close + 1
    const code = text.charCodeAt(end)
    const isEnd =
      end >= text.length || code === this.#separator || code === LINE_FEED || code === RETURN
    if (!isEnd) this.#refuse(cells, 'a quote in the middle of a cell must be doubled')
    if (this.#isSurvey && this.#number > 0) {
      cells.push(mark(close > from + 1))
      return end
    }
    const cell = text.slice(from + 1, close)
    cells.push(withoutMark(isDoubled ? cell.replaceAll('""', '"') : cell))
    return end
  }

  #refuse(cells: string[], why: string): never {
    throw invalid(`row ${this.#number + 1}, cell ${cells.length + 1}: ${why}`)
  }
}

/** A placeholder for a value. */
const mark = (isGiven: boolean) => (isGiven ? 'x' : '')

const UNCLOSED = 'a quote that opens a cell is never closed'
