import type { Row } from '../sheet.ts'

/** Rows as one text: copying many small strings between threads costs more than reading them. */
export type Packed = { numbers: number[]; text: string }

const END_OF_CELL = '\u0000'
const END_OF_ROW = '\u0001'
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about exactly these
const ENDS = /[\u0000\u0001]/

export const pack = (rows: readonly Row[]): Packed => ({
  numbers: rows.map(({ number }) => number),
  text: rows.map(({ cells }) => cells.map(clean).join(END_OF_CELL)).join(END_OF_ROW),
})

/** The separators cannot occur in a document except as character references, which are removed. */
const clean = (cell: string): string =>
  ENDS.test(cell) ? cell.replaceAll(END_OF_CELL, '\ufffd').replaceAll(END_OF_ROW, '\ufffd') : cell

export function* unpack({ numbers, text }: Packed): Generator<Row> {
  const lines = text.split(END_OF_ROW)
  for (const [at, number] of numbers.entries()) {
    yield { number, cells: (lines[at] ?? '').split(END_OF_CELL) }
  }
}
