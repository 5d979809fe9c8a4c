import { yaml } from '../yaml.ts'

/** `json` is the plain style that fits everywhere. */
export const STYLES = ['natural', 'json'] as const
export type Style = (typeof STYLES)[number]

/** The text of a value behind a colon or dash: the rest of that line, and the lines below it. */
export type Rendered = { head: string; tail: string[] }

const WIDE = { lineWidth: 0 } as const
/** Longer flow collections are written as blocks. */
const LONGEST_FLOW = 100

export const isCollectionValue = (value: unknown): value is object =>
  typeof value === 'object' && value !== null

/** On one line, as inside of { } and [ ]. */
export function renderFlow(value: unknown): string {
  const text = yaml()
    .stringify([value], { ...WIDE, collectionStyle: 'flow' })
    .trim()
    .slice(1, -1)
    .trim()
  return text.includes('\n') ? JSON.stringify(value) : text
}

export const fitsFlow = (value: unknown): boolean => renderFlow(value).length <= LONGEST_FLOW

/** As lines under a key or a dash in this column. */
export function renderBlock(value: unknown, column: number, isMember: boolean): Rendered {
  const text = isMember ? yaml().stringify([value], WIDE) : yaml().stringify({ k: value }, WIDE)
  const [first = '', ...rest] = text.slice(isMember ? 1 : 2).split('\n')
  // The last newline ends the text; others belong to a block scalar.
  const lines = rest.slice(0, -1)
  const margin = ' '.repeat(column)
  return { head: first.trim(), tail: lines.map((line) => (line === '' ? '' : margin + line)) }
}

export const renderKey = (key: string): string =>
  yaml()
    .stringify({ [key]: null }, WIDE)
    .replace(/: null\n$/, '')

export const renderWhole = (value: unknown): string => yaml().stringify(value, WIDE)
