import type { CST, Document, Node, Pair, YAMLMap, YAMLSeq } from 'yaml'
import { invalid } from '../../lib/errors.ts'
import { yaml } from '../yaml.ts'
import { parseYaml } from './parse.ts'
import { type KeyPath, showPath } from './values.ts'

/** One pair of a map or one member of a list, with its offsets in the text. */
export type Entry = {
  key: string | undefined
  /** Of the key, of a pair. */
  keyRange: readonly [number, number] | undefined
  /** Where it begins: its key or its dash. */
  start: number
  /** Behind its colon or dash, and behind a tag or an anchor. */
  after: number
  /** The end of its value, without a comment behind it. */
  end: number
  /** False where nothing follows the colon or dash. */
  hasColon: boolean
  value: Node | undefined
}

export type Collection = YAMLMap | YAMLSeq

export type Tree = { text: string; document: Document; value: unknown; eol: string }

export function parseTree(text: string): Tree {
  const { document, value } = parseYaml(text, { keepSourceTokens: true })
  const [error] = document.errors
  if (error) throw invalid(`the file is not valid YAML, edit its text: ${error.message}`)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return { text, document, value, eol }
}

/** The value of a text; undefined if it is not valid YAML. */
export function readValue(text: string): { value: unknown } | undefined {
  const { document, value } = parseYaml(text)
  return document.errors.length > 0 ? undefined : { value }
}

/** The node of a path. Aliases are not followed: a change there would change other places too. */
export function nodeAt({ document }: Tree, at: KeyPath): Node | undefined {
  let node = contentOf(document.contents)
  for (const [depth, key] of at.entries()) {
    if (yaml().isAlias(node))
      throw invalid(`${showPath(at.slice(0, depth))} is an alias: edit the text`)
    if (!yaml().isCollection(node)) return undefined
    const entry = findEntry(node as Collection, key)
    if (!entry) return undefined
    node = entry.value
  }
  return node
}

export function findEntry(node: Collection, key: string | number): Entry | undefined {
  const entries = entriesOf(node)
  return yaml().isMap(node)
    ? entries.find((each) => each.key === String(key))
    : entries.find((_, at) => at === key)
}

export const isFlow = (node: Node): boolean =>
  yaml().isCollection(node) && (node.srcToken as CST.Token | undefined)?.type === 'flow-collection'

export const entriesOf = (node: Collection): Entry[] =>
  yaml().isMap(node) ? node.items.map(pairEntry) : seqEntries(node as YAMLSeq)

const keyOf = ({ key }: Pair): string => String(yaml().isScalar(key) ? key.value : key)

function pairEntry(pair: Pair): Entry {
  const token = (pair as { srcToken?: CST.CollectionItem }).srcToken
  if (!token) throw invalid('this place of the file can only be edited as text')
  const { start = [], key, sep = [], value } = token
  const begin = start.find(isContent)?.offset ?? key?.offset ?? sep[0]?.offset ?? 0
  const keyNode = pair.key as Node | null
  const keyEnd = keyNode?.range?.[1] ?? begin
  const colon = sep.find(({ type }) => type === 'map-value-ind')
  const after = endOf(sep.findLast(isContent)) ?? keyEnd
  const node = value ? (pair.value as Node) : undefined
  const keyRange = keyNode?.range ? ([keyNode.range[0], keyNode.range[1]] as const) : undefined
  return {
    ...{ key: keyOf(pair), keyRange, start: begin, after, value: contentOf(node) },
    hasColon: colon !== undefined,
    end: node ? contentEnd(node) : after,
  }
}

function seqEntries(seq: YAMLSeq): Entry[] {
  const token = seq.srcToken as CST.BlockSequence | CST.FlowCollection | undefined
  const all = (token?.items ?? []) as CST.CollectionItem[]
  const isBlock = token?.type === 'block-seq'
  const items = all.filter(({ start, key, sep, value }) =>
    isBlock ? start.some(isDash) : key || sep || value,
  )
  return items.map((item, at) => seqEntry(item, seq.items[at] as Node))
}

const isDash = ({ type }: CST.SourceToken) => type === 'seq-item-ind'

function seqEntry({ start, value, key, sep }: CST.CollectionItem, item: Node): Entry {
  const dash = start.find(isDash)
  // A pair in a list, as in [a: 1], has no offsets of its own.
  if (key || sep) throw invalid('this place of the file can only be edited as text')
  const node = value ? item : undefined
  const begin = dash?.offset ?? start.find(isContent)?.offset ?? value?.offset ?? 0
  const after = endOf(start.findLast(isContent)) ?? begin
  return {
    ...{ key: undefined, keyRange: undefined, start: begin, after, hasColon: dash !== undefined },
    end: node ? contentEnd(node) : after,
    value: contentOf(node),
  }
}

const BLANK = ['space', 'newline', 'comment', 'comma']
const isContent = ({ type }: CST.SourceToken) => !BLANK.includes(type)
const endOf = (token: CST.SourceToken | undefined) => token && token.offset + token.source.length

/** A node without text is none. */
const contentOf = (node: Node | null | undefined): Node | undefined =>
  node?.range && node.range[1] > node.range[0] ? node : undefined

/** Where the text of a node ends; of a block scalar, before the newlines that are no part of it. */
export function contentEnd(node: Node): number {
  const [start, end] = node.range ?? [0, 0]
  const token = node.srcToken as CST.Token | undefined
  if (token?.type === 'block-scalar') return blockScalarEnd(token, start, end)
  if (!yaml().isCollection(node) || isFlow(node)) return end
  return entriesOf(node as Collection).at(-1)?.end ?? end
}

/** Up to the first of the line breaks with which the text ends. */
function lengthWithoutBlanks(text: string): number {
  let [at, end] = [text.length, text.length]
  while (at > 0 && ' \t\r\n'.includes(text[at - 1] ?? '')) {
    at--
    if (text[at] === '\n') end = text[at - 1] === '\r' ? at - 1 : at
  }
  return end
}

function blockScalarEnd({ props, source }: CST.BlockScalar, start: number, end: number): number {
  const header = props.find(({ type }) => type === 'block-scalar-header')
  if (header && 'source' in header && header.source.includes('+')) return end
  return Math.max(start, end - (source.length - lengthWithoutBlanks(source)))
}
