/** Maps rows of the template to rows of the document. */
export type Places = {
  /** The first and the last document row of a template row. */
  first(row: number): number
  last(row: number): number
}

const REFERENCE = /(\$?[A-Z]{1,3}\$?)(\d{1,7})(?::(\$?[A-Z]{1,3}\$?)(\d{1,7}))?/
/** Strings and references to other sheets come first, so that they stay unchanged. */
const IN_FORMULA = new RegExp(
  `"(?:[^"]|"")*"|(?:'(?:[^']|'')*'|[\\w.]+)!${REFERENCE.source}|(?<![\\w.$])${REFERENCE.source}(?![\\w(.])`,
  'g',
)

/** Adjusts a formula to the rows of the document. Ranges grow with the rows in them. */
export function moveFormula(formula: string, places: Places): string {
  return formula.replace(IN_FORMULA, (whole, ...groups: (string | undefined)[]) => {
    const [from, row, to, end] = groups.slice(4, 8)
    return from === undefined ? whole : move({ from, row, to, end }, places)
  })
}

/** Adjusts an attribute such as `A1:B2 D4`. */
export const moveRanges = (ranges: string, places: Places): string =>
  ranges
    .split(' ')
    .map((range) => {
      const [, from = '', row, to, end] = REFERENCE.exec(range) ?? []
      return from === '' ? range : move({ from, row, to, end }, places)
    })
    .join(' ')

type Range = {
  from: string
  row: string | undefined
  to: string | undefined
  end: string | undefined
}

function move({ from, row, to, end }: Range, places: Places): string {
  const start = `${from}${places.first(Number(row))}`
  return to === undefined ? start : `${start}:${to}${places.last(Number(end))}`
}
