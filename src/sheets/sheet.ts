/** A row; the first row of the table has the number 1. */
export type Row = { number: number; cells: string[] }

/** A table that can be streamed from its start any number of times. */
export type Sheet = {
  /** Without empty rows. Each batch must be consumed before the next one. */
  rows(): AsyncIterable<Iterable<Row>>
  /** Reads everything but only the values of the first row; fails where `rows` would fail. */
  survey(): AsyncIterable<Iterable<Row>>
}

/** More columns than any spreadsheet has. */
export const MOST_COLUMNS = 16_384
/** The maximum length of a cell, in characters. */
export const LONGEST_CELL = 4 * 1024 ** 2
