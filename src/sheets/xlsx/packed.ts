import type { Row } from '../sheet.ts'

/** Rows as one text: to copy many small ones between threads costs more than to read them. */
export type Packed = { numbers: number[]; text: string }

const END_OF_CELL = '\u0000'
const END_OF_ROW = '\u0001'
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about exactly these
const ENDS = /[\u0000\u0001]/

export const pack = (rows: readonly Row[]): Packed => ({
  numbers: rows.map(({ number }) => number),
  text: rows.map(({ cells }) => cells.map(clean).join(END_OF_CELL)).join(END_OF_ROW),
})

/** Neither can be in a document, but one can be named by its number, and then is not a character. */
const clean = (cell: string): string =>
  ENDS.test(cell) ? cell.replaceAll(END_OF_CELL, '\ufffd').replaceAll(END_OF_ROW, '\ufffd') : cell

export function* unpack({ numbers, text }: Packed): Generator<Row> {
  const lines = text.split(END_OF_ROW)
  for (const [at, number] of numbers.entries()) {
    yield { number, cells: (lines[at] ?? '').split(END_OF_CELL) }
  }
}
