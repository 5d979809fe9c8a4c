/** Prints a line on standard output. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

export const complain = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

export type Answer = { json?: boolean }

/** Prints JSON with `--json`, else lines. */
export function answer({ json }: Answer, value: unknown, lines: () => string[]): void {
  for (const line of json ? [JSON.stringify(value, undefined, 2)] : lines()) say(line)
}

/** Aligns columns. */
export function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
