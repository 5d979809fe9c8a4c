/**
 * One row of CSV. A cell is quoted where it must be; nothing is ever changed in it, so that what is
 * read back is what was there.
 */
export const csvRow = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : quoted(cell))).join(',')}\r\n`

/** A lone empty cell would be an empty line, which is no row. */
const quoted = (cell: string): string =>
  cell === '' || /[",\r\n;]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
