export type Cell = string | number

/** Aligned columns; numbers to the right. */
export function formatTable(rows: Record<string, Cell>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [names, ...rows.map((row) => names.map((name) => toText(row[name])))]
  const widths = names.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)))
  const isNumber = names.map((name) => rows.every((row) => typeof row[name] !== 'string'))
  const align = (text: string, at: number) =>
    isNumber[at] ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
  return lines.map((line) => line.map(align).join('  ').trimEnd()).join('\n')
}

function toText(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  if (typeof cell === 'string') return cell
  return Number.isInteger(cell) ? cell.toLocaleString('en') : cell.toFixed(2)
}
