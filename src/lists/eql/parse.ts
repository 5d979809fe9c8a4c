import {
  type Call,
  type Comparison,
  type Count,
  type Expression,
  FUNCTIONS,
  type FunctionName,
  type Operand,
  type Property,
  type Query,
  type Rows,
} from './ast.ts'
import { fail, OPERATORS, type Token, tokenize } from './tokens.ts'

const LONGEST = 20_000
const DEEPEST = 32
const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const

/** Parses a query of the filter language; every error has its position. */
export function parseEql(text: string): Expression {
  if (text.length > LONGEST) throw fail(`the query is longer than ${LONGEST} characters`, LONGEST)
  return new Parser(tokenize(text)).whole()
}

class Parser {
  readonly #tokens: Token[]
  #next = 0
  #depth = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  whole(): Expression {
    const expression = this.#or()
    const rest = this.#peek()
    if (rest.kind !== 'end')
      throw fail(`expected "and", "or" or the end, got "${rest.text}"`, rest.at)
    return expression
  }

  #or(): Expression {
    return this.#chain('or', () => this.#chain('and', () => this.#not()))
  }

  #chain(kind: 'and' | 'or', part: () => Expression): Expression {
    const first = part()
    const parts = [first]
    while (this.#takeWord(kind)) parts.push(part())
    return parts.length === 1 ? first : { kind, parts, at: first.at }
  }

  #not(): Expression {
    const { at } = this.#peek()
    if (!this.#takeWord('not')) return this.#primary()
    return { kind: 'not', part: this.#deeper(() => this.#not()), at }
  }

  #primary(): Expression {
    if (!this.#takeSymbol('(')) return this.#condition()
    const inner = this.#deeper(() => this.#or())
    this.#expectSymbol(')')
    return inner
  }

  #condition(): Expression {
    const left = this.#operand()
    const { at } = this.#peek()
    if (this.#takeWord('is')) {
      if (!this.#takeWord('null')) throw this.#unexpected('"null"')
      return { kind: 'null', operand: left, at }
    }
    if (this.#takeWord('in')) return { kind: 'in', left, right: this.#members(), at }
    const operator = this.#operator()
    return { kind: 'comparison', operator, left, right: this.#operand(), at }
  }

  #operator(): Comparison['operator'] {
    for (const word of ['like', 'likef'] as const) if (this.#takeWord(word)) return word
    for (const symbol of COMPARISONS) if (this.#takeSymbol(symbol)) return symbol
    throw this.#unexpected(`an operator (${OPERATORS})`)
  }

  /** `(1, 2)`, `(select …)`, or one function that gives a period. */
  #members(): Operand[] | Query {
    if (!this.#takeSymbol('(')) return [this.#operand()]
    if (this.#isQuery()) {
      const query = this.#deeper(() => this.#query())
      this.#expectSymbol(')')
      return query
    }
    const members = [this.#operand()]
    while (this.#takeSymbol(',')) members.push(this.#operand())
    this.#expectSymbol(')')
    return members
  }

  #isQuery(): boolean {
    const { kind, text } = this.#peek()
    return kind === 'word' && ['select', 'from'].includes(text.toLowerCase())
  }

  #query(): Query {
    const { select, ...rows } = this.#rows()
    if (!select) throw fail('the sub-query needs "select [field]"', rows.at)
    return { ...rows, select }
  }

  #rows(): Rows {
    const { at } = this.#peek()
    let select: Property | undefined
    let app: Token | undefined
    while (this.#isQuery()) {
      if (this.#takeWord('select')) select = this.#property('own')
      else if (this.#takeWord('from')) app = this.#take('property', 'an app such as [crm.deals]')
    }
    if (!app) throw this.#unexpected('"from [workspace.app]"')
    if (!/^[\w-]+\.\w+$/.test(app.text))
      throw fail(`expected [workspace.app], got [${app.text}]`, app.at)
    const where = this.#takeWord('where') ? this.#or() : null
    return { kind: 'query', app: app.text.replace('.', '/'), where, select, at }
  }

  #operand(): Operand {
    const token = this.#peek()
    const { kind, text, at } = token
    if (kind === 'property') return this.#property('own')
    if (kind === 'string') return { kind: 'literal', value: unquote(this.#advance().text), at }
    if (kind === 'number') return { kind: 'literal', value: Number(this.#advance().text), at }
    if (kind !== 'word') throw this.#unexpected('a [property], a value or a function')
    this.#advance()
    const word = text.toLowerCase()
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true', at }
    if (word === 'null') return { kind: 'literal', value: null, at }
    if (word === 'parent' || word === 'root') {
      this.#expectSymbol('.')
      return this.#property(word)
    }
    return word === 'count' ? this.#count(at) : this.#call(token)
  }

  #property(scope: Property['scope']): Property {
    const { text, at } = this.#take('property', 'a [property]')
    const path = text.trim().split('.')
    if (path.some((part) => !/^\w+$/.test(part))) throw fail(`[${text}] is not a property`, at)
    return { kind: 'property', path, scope, at }
  }

  #count(at: number): Count {
    this.#expectSymbol('(')
    const of = this.#isQuery() ? this.#deeper(() => this.#rows()) : this.#scoped()
    this.#expectSymbol(')')
    return { kind: 'count', of, at }
  }

  #scoped(): Property {
    for (const scope of ['parent', 'root'] as const) {
      if (!this.#takeWord(scope)) continue
      this.#expectSymbol('.')
      return this.#property(scope)
    }
    return this.#property('own')
  }

  #call({ text, at }: Token): Call {
    const names = Object.keys(FUNCTIONS) as FunctionName[]
    const name = names.find((each) => each.toLowerCase() === text.toLowerCase())
    if (!name)
      throw fail(`unknown function "${text}", expected one of ${names.join(', ')}, Count`, at)
    this.#expectSymbol('(')
    const given: (string | number)[] = []
    while (!this.#takeSymbol(')')) {
      if (given.length > 0) this.#expectSymbol(',')
      given.push(this.#argument())
    }
    const [least, most] = FUNCTIONS[name]
    if (given.length < least || given.length > most) {
      const wanted = least === most ? `${least}` : `${least} to ${most}`
      throw fail(`${name} takes ${wanted} arguments, got ${given.length}`, at)
    }
    return { kind: 'call', name, arguments: given, at }
  }

  #argument(): string | number {
    const { kind, text } = this.#peek()
    if (kind !== 'string' && kind !== 'number') throw this.#unexpected('a text or a number')
    this.#advance()
    return kind === 'number' ? Number(text) : unquote(text)
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) throw fail(`nested deeper than ${DEEPEST} levels`, this.#peek().at)
    const result = read()
    this.#depth--
    return result
  }

  #peek(): Token {
    return this.#tokens[this.#next] as Token
  }

  #advance(): Token {
    const token = this.#peek()
    this.#next++
    return token
  }

  #take(kind: Token['kind'], wanted: string): Token {
    if (this.#peek().kind !== kind) throw this.#unexpected(wanted)
    return this.#advance()
  }

  #takeWord(word: string): boolean {
    const { kind, text } = this.#peek()
    const isIt = kind === 'word' && text.toLowerCase() === word
    if (isIt) this.#advance()
    return isIt
  }

  #takeSymbol(symbol: string): boolean {
    const { kind, text } = this.#peek()
    const isIt = kind === 'symbol' && text === symbol
    if (isIt) this.#advance()
    return isIt
  }

  #expectSymbol(symbol: string): void {
    if (!this.#takeSymbol(symbol)) throw this.#unexpected(`"${symbol}"`)
  }

  #unexpected(wanted: string) {
    const { kind, text, at } = this.#peek()
    return fail(`expected ${wanted}, got ${kind === 'end' ? 'the end' : `"${text}"`}`, at)
  }
}

/** `''` is a quote; a backslash is kept for `likef`, where it escapes. */
const unquote = (text: string): string => text.replaceAll("''", "'").replaceAll("\\'", "'")
