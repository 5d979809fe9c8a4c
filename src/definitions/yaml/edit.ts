import { isDeepStrictEqual } from 'node:util'
import type { Node } from 'yaml'
import { invalid } from '../../lib/errors.ts'
import { yaml } from '../yaml.ts'
import { splice } from './lines.ts'
import {
  addEntry,
  type Container,
  moveEntry,
  removeEntry,
  replaceKey,
  replaceValue,
} from './place.ts'
import { renderWhole, STYLES, type Style } from './render.ts'
import {
  type Collection,
  contentEnd,
  findEntry,
  isFlow,
  nodeAt,
  parseTree,
  readValue,
  type Tree,
} from './tree.ts'
import {
  applyEdit,
  isSame,
  isValues,
  type KeyPath,
  missing,
  showPath,
  type Values,
  valueAt,
  type YamlEdit,
} from './values.ts'

/** Edits a YAML text by key path. Only the text of what changes is touched: comments, order and style stay. */
export const editYaml = (text: string, edits: readonly YamlEdit[]): string =>
  edits.reduce(editOnce, text)

type Splice = { start: number; end: number; text: string }

/**
 * Values set at different places, with the text read once for all of them. Undefined where one of them
 * needs what another did: then they are made one after the other.
 */
export function setTogether(text: string, edits: readonly YamlEdit[]): string | undefined {
  const tree = parseTree(text)
  let expected = tree.value
  const splices: Splice[] = []
  for (const edit of edits) {
    if (edit.op !== 'set' || edit.at.length === 0) return undefined
    const before = valueAt(tree.value, edit.at)
    if (partsOf(edit.at, before, edit.value)) return undefined
    expected = applyEdit(expected, edit)
    if (!isSame(before, edit.value)) splices.push(spliceOf(text, attempt(tree, edit, 'natural')))
  }
  const edited = withSplices(text, splices)
  const isRight = edited !== undefined && isSame(readValue(edited)?.value, expected)
  return isRight ? edited : undefined
}

/** The part that differs. */
function spliceOf(before: string, after: string): Splice {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let tail = 0
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) }
}

/** Undefined if two of them change the same characters. */
function withSplices(text: string, splices: Splice[]): string | undefined {
  const sorted = splices.toSorted((one, other) => one.start - other.start)
  const pieces: string[] = []
  let at = 0
  for (const each of sorted) {
    if (each.start < at) return undefined
    pieces.push(text.slice(at, each.start), each.text)
    at = each.end
  }
  return [...pieces, text.slice(at)].join('')
}

/** How many characters all edits of a request may read. */
export const MOST_READ = 4_000_000

/** How many one edit may read, with nobody else served meanwhile: a second or two. */
const MOST_IN_PARTS = 500_000

function editOnce(text: string, edit: YamlEdit): string {
  const tree = parseTree(text)
  const expected = applyEdit(tree.value, edit)
  if (edit.op !== 'renameKey' && isSame(expected, tree.value)) return text
  const { at } = edit
  if (edit.op === 'set') {
    const parts = partsOf(at, valueAt(tree.value, at), edit.value)
    // Each part reads the text again: of one that is long, or becomes so, the value is written anew.
    const longest = text.length + JSON.stringify(edit.value).length
    if (parts && parts.length * longest <= MOST_IN_PARTS) return parts.reduce(editOnce, text)
  }
  // Each attempt is read again: a wrong file would be worse than none.
  for (const style of STYLES) {
    const edited = attempt(tree, edit, style)
    if (isDeepStrictEqual(readValue(edited), { value: expected })) return edited
  }
  throw invalid(`${showPath(at)} cannot be edited here: edit the text of the file`)
}

/** Setting a map or a list is setting what differs in it. */
function partsOf(at: KeyPath, before: unknown, after: unknown): YamlEdit[] | undefined {
  if (isValues(before) && isValues(after)) return mapParts(at, before, after)
  if (Array.isArray(before) && Array.isArray(after)) return listParts(at, before, after)
  return undefined
}

function mapParts(at: KeyPath, before: Values, after: Values): YamlEdit[] | undefined {
  const [old, wanted] = [Object.keys(before), Object.keys(after)]
  const stayed = old.filter((key) => Object.hasOwn(after, key))
  if (stayed.length === 0 || wanted.length === 0) return undefined
  const added = wanted.filter((key) => !Object.hasOwn(before, key))
  const path = (key: string) => [...at, key]
  const set = [...stayed, ...added].filter((key) => !isSame(before[key], after[key]))
  return [
    ...old
      .filter((key) => !Object.hasOwn(after, key))
      .map((key) => ({ op: 'remove', at: path(key) }) as const),
    ...set.map((key) => ({ op: 'set', at: path(key), value: after[key] }) as const),
    ...(isSame([...stayed, ...added], wanted)
      ? []
      : wanted.map((key, to) => ({ op: 'move', at: path(key), to }) as const)),
  ]
}

function listParts(at: KeyPath, before: unknown[], after: unknown[]): YamlEdit[] | undefined {
  const shorter = Math.min(before.length, after.length)
  if (shorter === 0) return undefined
  let head = 0
  while (head < shorter && isSame(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const [old, wanted] = [before.length - tail, after.length - tail]
  const edits: YamlEdit[] = []
  for (let index = head; index < Math.min(old, wanted); index++) {
    edits.push({ op: 'set', at: [...at, index], value: after[index] })
  }
  for (let index = old; index < wanted; index++) {
    edits.push({ op: 'insert', at: [...at, index], value: after[index] })
  }
  for (let index = old - 1; index >= wanted; index--) {
    edits.push({ op: 'remove', at: [...at, index] })
  }
  return edits
}

function attempt(tree: Tree, edit: YamlEdit, style: Style): string {
  const { at } = edit
  const key = at.at(-1)
  const parent = nodeAt(tree, at.slice(0, -1))
  if (key === undefined || !yaml().isCollection(parent)) return fill(tree, edit, style)
  // What is put into an empty { } becomes a block, unless that is inside of another { }.
  if (parent.items.length === 0 && !isInFlow(tree, at.slice(0, -1))) return fill(tree, edit, style)
  const place: Container = { tree, parent: parent as Collection, isFlow: isInFlow(tree, at) }
  const found = findEntry(place.parent, key)
  if (edit.op === 'set' && !found) return addEntry(place, { key, value: edit.value, style })
  if (edit.op === 'insert') {
    return addEntry(place, { key: undefined, index: Number(key), value: edit.value, style })
  }
  if (!found) throw missing(at)
  switch (edit.op) {
    case 'set':
      return replaceValue(place, found, { value: edit.value, style })
    case 'remove':
      return removeEntry(place, found, style)
    case 'move':
      return style === 'json' ? rewriteMoved(tree, edit) : moveEntry(place, found, edit.to)
    case 'renameKey':
      return replaceKey(place, found, { key: edit.to, style })
  }
}

/** Where the lines of an entry would mean something else in another place, its value is written anew. */
function rewriteMoved(
  { text, value }: Tree,
  { at, to }: Extract<YamlEdit, { op: 'move' }>,
): string {
  const tree = parseTree(editOnce(text, { op: 'remove', at }))
  const parent = nodeAt(tree, at.slice(0, -1)) as Collection
  const place = { tree, parent, isFlow: isInFlow(tree, at) }
  const key = yaml().isMap(parent) ? at.at(-1) : undefined
  return addEntry(place, { key, index: to, value: valueAt(value, at), style: 'json' })
}

/** Nothing is there yet: the missing maps are made along with the value. */
function fill(tree: Tree, edit: YamlEdit, style: Style): string {
  const { at } = edit
  if (edit.op !== 'set' && edit.op !== 'insert') throw missing(at)
  const wanted = applyEdit(tree.value, edit)
  let depth = 0
  while (depth < at.length && isFilled(nodeAt(tree, at.slice(0, depth)))) depth++
  const path = at.slice(0, depth)
  if (depth === 0) return setWhole(tree, wanted)
  return attempt(tree, { op: 'set', at: path, value: valueAt(wanted, path) }, style)
}

const isFilled = (node: Node | undefined): boolean =>
  yaml().isCollection(node) && node.items.length > 0

const isInFlow = (tree: Tree, at: KeyPath): boolean =>
  at.some((_, depth) => {
    const node = nodeAt(tree, at.slice(0, depth))
    return node !== undefined && isFlow(node)
  })

function setWhole({ text, document, eol }: Tree, value: unknown): string {
  const rendered = renderWhole(value).trimEnd().replaceAll('\n', eol)
  const node = document.contents
  const [start, end] = node?.range ?? [0, 0]
  if (node && end > start) return splice(text, start, contentEnd(node), rendered)
  const isLineOpen = text !== '' && !text.endsWith('\n')
  return `${text}${isLineOpen ? eol : ''}${rendered}${eol}`
}
