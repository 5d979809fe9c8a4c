/** The name of the script in stacks. */
export const FILE = 'script'

/** What stands before the script has a line of its own, so that columns stay what they are. */
export const wrap = (source: string): string => `(function (context) { 'use strict'\n${source}\n})`

/** Where in the script a stack begins; nowhere when it never was in it. */
export function findPlace(stack: string, source: string): { line?: number; column?: number } {
  const [, row, column] = new RegExp(`\\b${FILE}:(\\d+):(\\d+)`).exec(stack) ?? []
  const line = Number(row) - 1
  if (!(line >= 1)) return {}
  const last = source.split('\n').length
  // What is missing at the end is only missed behind it.
  return line > last ? { line: last } : { line, column: Number(column) }
}
