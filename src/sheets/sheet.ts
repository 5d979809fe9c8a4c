/** A row as people count it: the first row of the table has the number 1. */
export type Row = { number: number; cells: string[] }

/** A table that is read in pieces, from its beginning, as often as somebody asks. */
export type Sheet = {
  /** Rows without any value are left out. Each piece is gone through once, before the next one. */
  rows(): AsyncIterable<Iterable<Row>>
  /** Reads all of it without its values, but for the first row; refuses what `rows` would refuse. */
  survey(): AsyncIterable<Iterable<Row>>
}

/** More columns than any spreadsheet has. */
export const MOST_COLUMNS = 16_384
/** Characters of one cell. */
export const LONGEST_CELL = 4 * 1024 ** 2
