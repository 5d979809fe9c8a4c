import type { Node } from 'yaml'
import { yaml } from '../yaml.ts'
import {
  addLines,
  columnOf,
  isFirstOnLine,
  lineEnd,
  lineStart,
  nextLine,
  splice,
  withCommentsAbove,
} from './lines.ts'
import {
  fitsFlow,
  isCollectionValue,
  type Rendered,
  renderBlock,
  renderFlow,
  renderKey,
  type Style,
} from './render.ts'
import { type Collection, type Entry, entriesOf, isFlow, type Tree } from './tree.ts'
import { moved } from './values.ts'

/** A map or list in the text, and whether it is inside of { } or [ ]. */
export type Container = { tree: Tree; parent: Collection; isFlow: boolean }

type New = { value: unknown; style: Style }

export function replaceValue(place: Container, entry: Entry, { value, style }: New): string {
  const { text, eol } = place.tree
  if (place.isFlow) return replaceFlow(text, entry, { value, style })
  const { start, after, end, value: old } = entry
  const isLikeFlow = isFilledFlow(old)
  const { head, tail } = render(place, { value, style, isLikeFlow, column: columnOf(text, start) })
  const startsBelow = old !== undefined && lineEnd(text, after) < (old.range?.[0] ?? 0)
  // The newline behind a block scalar that keeps its newlines is part of it.
  const isLineOver = end > after && text[end - 1] === '\n'
  const rest = isLineOver ? end : lineEnd(text, end)
  const comment = startsBelow ? text.slice(after, lineEnd(text, after)) : text.slice(end, rest)
  const lines = [`${head === '' ? '' : ` ${head}`}${comment.trimEnd()}`, ...tail]
  return splice(text, after, rest, lines.join(eol) + (isLineOver ? eol : ''))
}

/** An empty one says nothing about the style of the file. */
const isFilledFlow = (node: Node | undefined): boolean =>
  node !== undefined && isFlow(node) && (node as Collection).items.length > 0

function replaceFlow(text: string, { after, end, value: old, hasColon, key }: Entry, given: New) {
  const rendered = inFlow(given)
  if (old) return splice(text, old.range?.[0] ?? after, end, rendered)
  return splice(text, after, after, `${key === undefined || hasColon ? ' ' : ': '}${rendered}`)
}

export function replaceKey(
  { tree: { text } }: Container,
  { keyRange = [0, 0] }: Entry,
  { key, style }: { key: string; style: Style },
): string {
  const isQuoted = /^["']/.test(text.slice(keyRange[0], keyRange[1]))
  return splice(text, keyRange[0], keyRange[1], keyText(key, isQuoted ? 'json' : style))
}

const keyText = (key: string, style: Style) =>
  style === 'json' ? JSON.stringify(key) : renderKey(key)

type Added = New & { key: string | number | undefined; index?: number }

/** Adds a pair or a member; at the end, unless an index is given. */
export function addEntry(place: Container, added: Added): string {
  const { tree, parent } = place
  const { text, eol } = tree
  const entries = entriesOf(parent)
  const { index = entries.length, key, style } = added
  const name = key === undefined ? undefined : `${keyText(String(key), style)}:`
  const [before, next] = [entries[index - 1], entries[index]]
  if (isFlow(parent)) return addToFlow(place, { before, next }, { ...added, name })
  const near = (before ?? next) as Entry
  const column = columnOf(text, near.start)
  const isLikeFlow = isFilledFlow(near.value)
  const { head, tail } = render(place, { ...added, isLikeFlow, column })
  const first = `${name ?? '-'}${head === '' ? '' : ` ${head}`}`
  const margin = ' '.repeat(column)
  if (before) return addLines(text, endOfLines(text, before), [margin + first, ...tail], eol)
  return splice(text, near.start, near.start, [first, ...tail, margin].join(eol))
}

/** Where the next line can follow. */
const endOfLines = (text: string, { end, after }: Entry): number =>
  end > after && text[end - 1] === '\n' ? end : lineEnd(text, end)

function addToFlow(
  { tree: { text }, parent }: Container,
  { before, next }: { before: Entry | undefined; next: Entry | undefined },
  { name, ...given }: New & { name: string | undefined },
): string {
  const rendered = `${name === undefined ? '' : `${name} `}${inFlow(given)}`
  if (before) return splice(text, before.end, before.end, `, ${rendered}`)
  if (next) return splice(text, next.start, next.start, `${rendered}, `)
  const [start, end] = parent.range ?? [0, 0]
  const [open, close] = yaml().isMap(parent) ? ['{ ', ' }'] : ['[', ']']
  return splice(text, start, end, `${open}${rendered}${close}`)
}

export function removeEntry(place: Container, entry: Entry, style: Style): string {
  const { tree, parent } = place
  const { text } = tree
  const entries = entriesOf(parent)
  const at = entries.findIndex(({ start }) => start === entry.start)
  if (entries.length === 1) return empty(place, style)
  if (isFlow(parent)) {
    const [before, next] = [entries[at - 1], entries[at + 1]]
    if (next) return splice(text, entry.start, next.start, '')
    return splice(text, before?.end ?? entry.start, entry.end, '')
  }
  const end = endOfLines(text, entry)
  const below = end === entry.end && text[end - 1] === '\n' ? end : nextLine(text, end)
  if (isFirstOnLine(text, entry.start)) {
    const isLast = below === text.length && !text.endsWith('\n')
    const start = lineStart(text, entry.start)
    // Without a newline at the end of the file, the one above the last line goes.
    return isLast ? text.slice(0, start).replace(/\r?\n$/, '') : splice(text, start, below, '')
  }
  const gap = /^\s*/.exec(text.slice(below))?.[0].length ?? 0
  return splice(text, entry.start, below + gap, '')
}

/** The last member is gone: `fields: {}`, or below the comments that are between. */
function empty({ tree: { text, eol }, parent }: Container, style: Style): string {
  const [first] = entriesOf(parent)
  const nothing = yaml().isMap(parent) ? '{}' : '[]'
  const [start, end] = parent.range ?? [0, 0]
  if (isFlow(parent) || !first) return splice(text, start, end, nothing)
  const gap =
    style === 'json' ? undefined : /:([ \t]*\r?\n[ \t]*)$/.exec(text.slice(0, first.start))
  const from = first.start - (gap?.[1]?.length ?? 0)
  const isLineOver = first.end > first.after && text[first.end - 1] === '\n'
  const to = isLineOver ? first.end : lineEnd(text, first.end)
  return splice(text, from, to, `${gap ? ' ' : ''}${nothing}${isLineOver ? eol : ''}`)
}

/** Comments directly above an entry move along with it. */
export function moveEntry(place: Container, entry: Entry, to: number): string {
  const { text, eol } = place.tree
  const entries = entriesOf(place.parent)
  const from = entries.findIndex(({ start }) => start === entry.start)
  const [first] = entries
  if (isFlow(place.parent) || !first || !isFirstOnLine(text, first.start)) {
    return permute(text, entries, { from, to, isFlow: isFlow(place.parent) })
  }
  const units = entries.map((each) => {
    const start = withCommentsAbove(text, each.start)
    const end = endOfLines(text, each)
    return { start, end: end === each.end && text[end - 1] === '\n' ? end : nextLine(text, end) }
  })
  const [mine, target] = [units[from], units[to]]
  if (!mine || !target) return text
  const lines = withEol(text.slice(mine.start, mine.end), eol)
  if (to < from) {
    const between = withEol(text.slice(target.start, mine.start), eol)
    return closing(text, text.slice(0, target.start) + lines + between + text.slice(mine.end))
  }
  const between = withEol(text.slice(mine.end, target.end), eol)
  return closing(text, text.slice(0, mine.start) + between + lines + text.slice(target.end))
}

const withEol = (text: string, eol: string) => (text.endsWith('\n') ? text : text + eol)

/** A file without a newline at its end stays so. */
const closing = (before: string, after: string) =>
  before.endsWith('\n') ? after : after.replace(/\r?\n$/, '')

/** Exchanges the texts of the entries; what is between them stays. */
function permute(
  text: string,
  entries: readonly Entry[],
  { from, to, isFlow: onOneLine }: { from: number; to: number; isFlow: boolean },
): string {
  const slots = entries.map(({ start, end }) => ({
    start,
    end: onOneLine ? end : lineEnd(text, end),
  }))
  const order = moved(slots, from, to)
  return slots.reduceRight((result, { start, end }, at) => {
    const { start: first = 0, end: last = 0 } = order[at] ?? {}
    return splice(result, start, end, text.slice(first, last))
  }, text)
}

type Layout = New & { isLikeFlow: boolean; column: number }

function render(
  { parent, isFlow: isInFlow }: Container,
  { value, style, isLikeFlow, column }: Layout,
): Rendered {
  if (isInFlow || style === 'json') return { head: inFlow({ value, style }), tail: [] }
  if (isLikeFlow && isCollectionValue(value) && fitsFlow(value)) {
    return { head: renderFlow(value), tail: [] }
  }
  return renderBlock(value, column, !yaml().isMap(parent as Node))
}

const inFlow = ({ value, style }: New): string =>
  style === 'json' ? JSON.stringify(value) : renderFlow(value)
