import { refused } from '../errors.ts'
import { GROUP, spell, USER } from '../names.ts'

const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof COMPARISONS)[number]
export type Value = string | number | boolean | null

/** A filter of RFC 7644, section 3.4.2.2. Paths are spelled as in the schema: `name.familyName`. */
export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; inner: Filter }
  | { kind: 'present'; path: string }
  | { kind: 'compare'; path: string; comparison: Comparison; value: Value }
  /** Members of a list that satisfy something: `emails[type eq "work"]`. */
  | { kind: 'some'; path: string; inner: Filter }

const LONGEST = 10_000
const DEEPEST = 20
const TOKEN =
  /\s*(?:(?<mark>[()[\]])|(?<text>"(?:[^"\\]|\\.)*")|(?<word>[A-Za-z][\w:.$-]*)|(?<number>-?\d+(?:\.\d+)?)|(?<rest>\.[A-Za-z][\w.$-]*))/y

type Token = { kind: 'mark' | 'text' | 'word' | 'number' | 'rest'; text: string }

export function parseFilter(text: string): Filter {
  const reader = new Reader(tokensOf(text))
  const filter = readOr(reader, 0)
  if (!reader.isAtEnd) throw reader.unexpected()
  return filter
}

/** The path of a change: `emails[type eq "work"].value`. */
export type Path = { name: string; where: Filter | undefined; sub: string | undefined }

export function parsePath(text: string): Path {
  const reader = new Reader(tokensOf(text))
  const word = reader.take('word')
  const where = reader.takes('[') ? readOr(reader, 0) : undefined
  if (where) reader.expect(']')
  const rest = where && reader.takeIf('rest')
  if (!reader.isAtEnd) throw reader.unexpected()
  const [name = '', ...more] = partsOf(word.text)
  if (where && more.length > 0) throw refused('invalidPath', `"${word.text}" is no list`)
  const sub = rest ? spell(rest.text.slice(1)) : more.length > 0 ? more.join('.') : undefined
  return { name, where, sub }
}

/** The name of a schema, and what is named in it: `urn:…:2.0:User:name.familyName`. */
const URN = /^(urn:.+:\d+(?:\.\d+)+:\w+)(?::(.+))?$/i

/** A path as its names; what belongs to an extension begins with that of the extension. */
export function partsOf(path: string): string[] {
  const [, schema, rest] = URN.exec(path) ?? []
  if (schema === undefined) return /^urn:/i.test(path) ? [path] : path.split('.').map(spell)
  const name = spell(schema)
  if (rest === undefined) return [name]
  const names = rest.split('.').map(spell)
  return name === USER || name === GROUP ? names : [name, ...names]
}

function tokensOf(text: string): Token[] {
  if (text.length > LONGEST) throw refused('invalidFilter', 'the filter is too long')
  const tokens: Token[] = []
  const pattern = new RegExp(TOKEN)
  const end = text.trimEnd().length
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex
    const groups = pattern.exec(text)?.groups
    if (!groups)
      throw refused('invalidFilter', `cannot read the filter at "${text.slice(at, at + 20)}"`)
    const [kind, found] = Object.entries(groups).find(([, each]) => each !== undefined) ?? []
    tokens.push({ kind: kind as Token['kind'], text: found ?? '' })
  }
  return tokens
}

class Reader {
  readonly #tokens: Token[]
  #at = 0
  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }
  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }
  takeIf(kind: Token['kind']): Token | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== kind) return undefined
    this.#at++
    return token
  }
  take(kind: Token['kind']): Token {
    const token = this.takeIf(kind)
    if (!token) throw this.unexpected()
    return token
  }
  /** Takes a mark, or a word in any case. */
  takes(text: string): boolean {
    const token = this.#tokens[this.#at]
    const isIt = token !== undefined && token.kind !== 'text' && token.text.toLowerCase() === text
    if (isIt) this.#at++
    return isIt
  }
  expect(text: string): void {
    if (!this.takes(text)) throw this.unexpected()
  }
  unexpected(): Error {
    const token = this.#tokens[this.#at]
    return refused('invalidFilter', `unexpected ${token ? `"${token.text}"` : 'end'} in the filter`)
  }
}

function readOr(reader: Reader, depth: number): Filter {
  if (depth > DEEPEST) throw refused('invalidFilter', 'the filter is nested too deeply')
  let left = readAnd(reader, depth)
  while (reader.takes('or')) left = { kind: 'or', left, right: readAnd(reader, depth) }
  return left
}

function readAnd(reader: Reader, depth: number): Filter {
  let left = readOne(reader, depth)
  while (reader.takes('and')) left = { kind: 'and', left, right: readOne(reader, depth) }
  return left
}

function readOne(reader: Reader, depth: number): Filter {
  if (reader.takes('(')) return inside(reader, ')', depth)
  if (reader.takes('not')) {
    reader.expect('(')
    return { kind: 'not', inner: inside(reader, ')', depth) }
  }
  const path = partsOf(reader.take('word').text).join('.')
  if (reader.takes('[')) {
    const inner = inside(reader, ']', depth)
    const rest = reader.takeIf('rest')
    if (!rest) return { kind: 'some', path, inner }
    return {
      kind: 'and',
      left: { kind: 'some', path, inner },
      right: readTest(reader, `${path}${rest.text}`),
    }
  }
  return readTest(reader, path)
}

function inside(reader: Reader, end: string, depth: number): Filter {
  const inner = readOr(reader, depth + 1)
  reader.expect(end)
  return inner
}

function readTest(reader: Reader, path: string): Filter {
  if (reader.takes('pr')) return { kind: 'present', path }
  const word = reader.take('word').text.toLowerCase()
  const comparison = COMPARISONS.find((each) => each === word)
  if (!comparison) throw refused('invalidFilter', `unknown comparison "${word}"`)
  return { kind: 'compare', path, comparison, value: readValue(reader) }
}

function readValue(reader: Reader): Value {
  const text = reader.takeIf('text')
  if (text) return unquote(text.text)
  const number = reader.takeIf('number')
  if (number) return Number(number.text)
  for (const [word, value] of WORDS) if (reader.takes(word)) return value
  throw reader.unexpected()
}

const WORDS: [string, Value][] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

function unquote(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    throw refused('invalidFilter', `${text} is not a valid text`)
  }
}
