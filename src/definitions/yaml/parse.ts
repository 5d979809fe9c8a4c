import type {
  Alias,
  Document,
  DocumentOptions,
  ErrorCode,
  Node,
  Pair,
  ParseOptions,
  SchemaOptions,
  YAMLMap,
} from 'yaml'
import { yaml } from '../yaml.ts'

type Options = ParseOptions & DocumentOptions & SchemaOptions

/** More levels than any definition has, and few enough for every function that calls itself. */
const DEEPEST = 100

/** Limits alias expansion, so that a small file cannot become a huge value. */
const ALIASES = 100

/** The value is undefined if the document has errors. */
type Parsed = { document: Document.Parsed; value: unknown }

/**
 * Parses a text in a time that grows with it, whatever it says: the package itself compares each key of a
 * map with all others. What would break a reader later is an error of the document.
 */
export function parseYaml(text: string, options: Options = {}): Parsed {
  const { parseDocument } = yaml()
  const settings = { ...options, uniqueKeys: false }
  try {
    const document = parseDocument(text, settings)
    for (const each of document.errors) each.message = WORDS[each.code] ?? each.message
    if (document.errors.length === 0) check(document)
    return { document, value: toValue(document) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const document = parseDocument('', settings)
    refuse(document, 0, TOO_DEEP)
    return { document, value: undefined }
  }
}

const TOO_DEEP = `the file has more than ${DEEPEST} levels`

/** Errors that the package describes to programmers. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  MULTIPLE_DOCS: 'the file has several documents',
  RESOURCE_EXHAUSTION: TOO_DEEP,
}

function toValue(document: Document.Parsed): unknown {
  if (document.errors.length > 0) return undefined
  try {
    return document.toJS({ maxAliasCount: ALIASES })
  } catch (error) {
    // More aliases than a file may have, or one of nothing.
    refuse(document, 0, (error as Error).message)
    return undefined
  }
}

function refuse(document: Document.Parsed, at: number, message: string): void {
  const { YAMLParseError } = yaml()
  document.errors.push(new YAMLParseError([at, at + 1], 'IMPOSSIBLE', message))
}

function check(document: Document.Parsed): void {
  const { visit, isNode } = yaml()
  const anchors = new Map<string, Node>()
  visit(document, (_, node, ancestors) => {
    if (!isNode(node)) return undefined
    const start = node.range?.[0] ?? 0
    if (ancestors.length > 2 * DEEPEST) {
      refuse(document, start, TOO_DEEP)
      return visit.BREAK
    }
    if (yaml().isAlias(node)) {
      const named = anchors.get((node as Alias).source)
      if (named && ancestors.includes(named)) {
        refuse(document, start, 'an alias cannot be a part of what it stands for')
      }
      return undefined
    }
    const { anchor } = node as { anchor?: string }
    if (anchor !== undefined) anchors.set(anchor, node)
    if (yaml().isMap(node)) {
      for (const at of repeatedIn(node)) refuse(document, at, 'map keys must be unique')
    }
    return undefined
  })
}

/** Where the keys are that a map has already. */
function repeatedIn(map: YAMLMap): number[] {
  const seen = new Set<string>()
  return map.items.flatMap(({ key }) => {
    if (!yaml().isScalar(key)) return []
    const name = String(key.value)
    const isKnown = seen.has(name)
    seen.add(name)
    return isKnown ? [key.range?.[0] ?? 0] : []
  })
}

/** Finds nodes and keys by path, each map read once. */
export function finder(document: Document) {
  const { isMap, isScalar, isSeq } = yaml()
  const known = new WeakMap<YAMLMap, Map<string, Pair>>()
  const keyOf = ({ key }: Pair) => String(isScalar(key) ? key.value : key)
  const pairsOf = (map: YAMLMap) => {
    const pairs = known.get(map) ?? new Map(map.items.map((pair) => [keyOf(pair), pair]))
    known.set(map, pairs)
    return pairs
  }
  const nodeAt = (at: readonly PropertyKey[]): Node | undefined => {
    let node: unknown = document.contents
    for (const key of at) {
      if (isMap(node)) node = pairsOf(node).get(String(key))?.value
      else if (isSeq(node)) node = node.items[Number(key)]
      else return undefined
    }
    return (node ?? undefined) as Node | undefined
  }
  const keyAt = (at: readonly PropertyKey[], key: string): Node | undefined => {
    const map = nodeAt(at)
    return isMap(map) ? (pairsOf(map).get(key)?.key as Node | undefined) : undefined
  }
  return { nodeAt, keyAt }
}
