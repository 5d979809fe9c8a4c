/** The name of the script in stacks. */
export const FILE = 'script'

/** The prefix is on a line of its own, so that columns stay correct. */
export const wrap = (source: string): string => `(function (context) { 'use strict'\n${source}\n})`

/** The location in the script where a stack begins, if it is in the script. */
export function findPlace(stack: string, source: string): { line?: number; column?: number } {
  const [, row, column] = new RegExp(`\\b${FILE}:(\\d+):(\\d+)`).exec(stack) ?? []
  const line = Number(row) - 1
  if (!(line >= 1)) return {}
  const last = source.split('\n').length
  // An incomplete script is reported behind its end.
  return line > last ? { line: last } : { line, column: Number(column) }
}
