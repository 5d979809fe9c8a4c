import { didYouMean } from '../../lib/did-you-mean.ts'
import { AppError, invalid } from '../../lib/errors.ts'

export type Token = {
  kind: 'property' | 'string' | 'number' | 'word' | 'symbol' | 'end'
  text: string
  /** Counts from 1. */
  at: number
}

const PATTERNS: [Token['kind'] | 'space', RegExp][] = [
  ['space', /\s+/y],
  ['property', /\[([^\][]*)\]/y],
  ['string', /'((?:[^'\\]|\\[\s\S]|'')*)'/y],
  ['number', /-?\d+(?:\.\d+)?/y],
  ['word', /[A-Za-z_]\w*/y],
  ['symbol', /<>|<=|>=|[=<>(),.]/y],
]

/** The operators between two sides, as messages list them. */
export const OPERATORS = '= <> < <= > >= like likef in is'
const FOREIGN_OPERATOR = /==+|!=+|=~|~|&&?|\|\|?|!/y

export const fail = (message: string, at: number) => invalid(`eql: ${message} at position ${at}`)

/** The hint is added later, by code that knows the rights of the caller. */
export class UnknownApp extends AppError {
  readonly #app: string
  readonly #at: number

  constructor(app: string, at: number, hint = '') {
    super('invalid', `eql: there is no app [${dotted(app)}]${hint} at position ${at}`)
    this.#app = app
    this.#at = at
  }

  withHint(known: string[]): UnknownApp {
    return new UnknownApp(this.#app, this.#at, didYouMean(dotted(this.#app), known.map(dotted)))
  }
}

const dotted = (app: string): string => app.replace('/', '.')

/** Splits a query into tokens with their positions. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  while (from < text.length) {
    const { kind, match } = nextMatch(text, from)
    if (kind !== 'space') tokens.push({ kind, text: match[1] ?? match[0], at: from + 1 })
    from += match[0].length
  }
  return [...tokens, { kind: 'end', text: '', at: text.length + 1 }]
}

function nextMatch(text: string, from: number) {
  FOREIGN_OPERATOR.lastIndex = from
  const foreign = FOREIGN_OPERATOR.exec(text)?.[0]
  if (foreign)
    throw fail(`unknown operator "${foreign}", expected ${OPERATORS}, and, or, not`, from + 1)
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = from
    const match = pattern.exec(text)
    if (match) return { kind, match }
  }
  const char = text.charAt(from)
  if (char === "'") throw fail('the text that starts here is not closed', from + 1)
  if (char === '[') throw fail('the property that starts here is missing its "]"', from + 1)
  throw fail(`unexpected "${char}"`, from + 1)
}
