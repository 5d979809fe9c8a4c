/** The name of the script in stacks. */
export const FILE = 'script'

/**
 * The prefix is on a line of its own, so that columns stay correct. If a function is named, the source is a
 * program in sloppy mode, for which such programs were written.
 */
export const wrap = (source: string, called?: string): string =>
  called === undefined
    ? `(async function (context) { 'use strict'\n${source}\n})`
    : `(async function () {\n${source}\n;return await ${called}(arguments[1]) })`

/** A program that fails to parse if it declares the name itself. */
export const redeclare = (source: string, name: string): string =>
  `(async function () {\n${source}\n;let ${name} })`

const DECLARATION =
  /\b(?:function\s*\*?\s+([A-Za-z_$][\w$]*)\s*[(<]|(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s+)?(?:function\b|\w+\s*=>|\([^\n]*=>))/g

/** Names that may be functions of a program; some may be nested. */
export const findFunctionNames = (source: string): string[] => [
  ...new Set(Array.from(source.matchAll(DECLARATION), ([, called, kept]) => called ?? kept ?? '')),
]

/** A script that contains none of these words only computes. */
const WORDS =
  /\b(kontor|Context|ViewContext|Application|Namespace|Global|System|Imports|RefItem|HttpResponse|Datetime|TDate|TTime|Duration|Money|fetch|setTimeout|atob|btoa)\b/

/** Whether a script may make requests to the server. */
export const isAsking = (source: string): boolean => WORDS.test(source)

/** The location in the script where a stack begins, if it is in the script. */
export function findPlace(stack: string, source: string): { line?: number; column?: number } {
  const [, row, column] = new RegExp(`\\b${FILE}:(\\d+):(\\d+)`).exec(stack) ?? []
  const line = Number(row) - 1
  if (!(line >= 1)) return {}
  const last = source.split('\n').length
  // An incomplete script is reported behind its end.
  return line > last ? { line: last } : { line, column: Number(column) }
}
