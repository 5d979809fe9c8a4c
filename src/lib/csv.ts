/** What spreadsheets take for the beginning of a formula, also in the full-width forms of East Asia. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A signed number, with a currency or as hours and minutes: no spreadsheet computes anything from it. */
const NUMBER = /^[+-]\d+(?:[.,: ]\d+)*(?:e[+-]?\d+)?(?: [A-Z]{3})?$/i

const APOSTROPHE = "'"

type Options = {
  /** Cells are written as they are, for programs. */
  raw?: boolean | undefined
}

/**
 * One row of CSV. A text that a spreadsheet would compute gets an apostrophe in front, which `withoutMark`
 * takes away again; texts that begin so by themselves get one more, so that every text comes back.
 */
export const csvRow = (cells: readonly (string | null)[], { raw = false }: Options = {}): string =>
  `${cells.map((cell) => (cell === null ? '' : quoted(raw ? cell : withMark(cell)))).join(',')}\r\n`

const withMark = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? APOSTROPHE + text : text

/** A cell as it was before it was written. */
export const withoutMark = (cell: string): string =>
  cell.startsWith(APOSTROPHE) && FORMULA.test(cell) ? cell.slice(1) : cell

/** A single empty cell would be an empty line, which is not a row. */
const quoted = (cell: string): string =>
  cell === '' || /[",\r\n;]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
