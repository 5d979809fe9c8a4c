/**
 * One row of CSV. Cells are quoted if necessary and never changed, so that they are read back exactly.
 */
export const csvRow = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : quoted(cell))).join(',')}\r\n`

/** A single empty cell would be an empty line, which is not a row. */
const quoted = (cell: string): string =>
  cell === '' || /[",\r\n;]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
