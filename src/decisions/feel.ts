import { evaluate, FeelFunction, parseUnaryTests } from 'feelin'
import { plainTest, plainValue } from './plain-cells.ts'

export type Scope = Record<string, unknown>

/** What an expression is compiled with: the names it may use, and who hears what FEEL only mutters. */
export type Surroundings = { names: readonly string[]; warn: (message: string) => void }

/** An expression that cannot be read, or a table that has no single answer. */
export class DecisionError extends Error {}

/** A compiled expression. */
export type Feel = (scope: Scope) => unknown
/** A compiled cell of a table: whether it holds for the value of its column. */
export type Test = (scope: Scope, value: unknown) => boolean

/** Longer expressions are refused: how deep the parser may nest depends on it. */
const LONGEST = 20_000

/** The value that a cell is about, and its answer; names of ours, so that no model has them. */
const VALUE = 'kontor_value'
const RESULT = 'kontor_result'

/**
 * Compiles an expression once. The library parses with every call, but a function of FEEL is parsed
 * only where it is defined: the names in scope become its parameters.
 */
export function compileFeel(text: string, { names, warn }: Surroundings): Feel {
  const plain = plainValue(text)
  if (plain !== undefined) return () => plain
  const call = define(text, names, warn)
  return (scope) => call(names.map((name) => scope[name] ?? null))
}

type Call = (values: unknown[]) => unknown

function define(
  text: string,
  parameters: readonly string[],
  warn: Surroundings['warn'] = () => {},
): Call {
  if (text.length > LONGEST) {
    throw new DecisionError(`an expression has at most ${LONGEST} characters`)
  }
  const source = `function(${parameters.join(', ')}) ${withPoints(text)}`
  const { value, warnings } = read(source, text)
  if (!(value instanceof FeelFunction)) throw new DecisionError(`"${text}" is no expression`)
  return (values) => {
    // Collected for as long as the function lives.
    warnings.length = 0
    const result: unknown = value.invoke(values)
    for (const { message } of warnings) warn(message)
    return result
  }
}

/** The library reads `1e3` as 1, but `1.0e3` as 1000. Texts stay as they are. */
const withPoints = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|(?<![\w.])(\d+)(e[+-]?\d)/gi, (whole, digits, exponent) =>
    digits === undefined ? whole : `${digits}.0${exponent}`,
  )

function read(source: string, text: string) {
  try {
    return evaluate(source)
  } catch (error) {
    const { message } = error as Error
    throw new DecisionError(`"${shorten(text)}" cannot be read: ${withoutFunction(message)}`)
  }
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** The function around the expression is ours. */
const withoutFunction = (message: string) => message.replace(/ in <FunctionDefinition>$/, '')

const ANY: Test = () => true

/** Compiles the unary tests of a cell: `> 100`, `"a", "b"`, `not(1)`, `[1..5]`, `contains(?, "x")`, `-`. */
export function compileTests(text: string, surroundings: Surroundings): Test {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '-') return ANY
  const plain = plainTest(trimmed)
  if (plain) return plain
  if (trimmed.length > LONGEST) {
    throw new DecisionError(`an expression has at most ${LONGEST} characters`)
  }
  const { parts, isNegated } = split(trimmed, surroundings.names)
  const tests = parts.map((part) => compilePart(part, surroundings))
  return (scope, value) => tests.some((test) => test(scope, value)) !== isNegated
}

type Part = { text: string; kind: 'plain' | 'boolean' | 'comparison' | 'question' }

type Tree = ReturnType<typeof parseUnaryTests>['topNode']

function split(text: string, names: readonly string[]): { parts: Part[]; isNegated: boolean } {
  const known = Object.fromEntries(names.map((name) => [name, null]))
  const { topNode } = parseUnaryTests(text, known, undefined)
  const broken = findNode(topNode, ({ type }) => type.isError)
  const tests = childrenOf(topNode).find(({ name }) => name === 'PositiveUnaryTests')
  if (broken || !tests) throw new DecisionError(`"${shorten(text)}" cannot be read as a test`)
  return {
    isNegated: topNode.firstChild?.name === 'not',
    parts: childrenOf(tests)
      .filter(({ name }) => name === 'PositiveUnaryTest')
      .map((node) => ({ text: text.slice(node.from, node.to), kind: kindOf(node) })),
  }
}

function kindOf(test: Tree): Part['kind'] {
  if (findNode(test, ({ name }) => name === '?')) return 'question'
  const { firstChild } = test
  if (firstChild?.name === 'SimplePositiveUnaryTest') return 'comparison'
  return firstChild?.name === 'BooleanLiteral' ? 'boolean' : 'plain'
}

function childrenOf(node: Tree): Tree[] {
  const found: Tree[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child)
  return found
}

function findNode(node: Tree, isWanted: (node: Tree) => boolean): Tree | undefined {
  if (isWanted(node)) return node
  for (const child of childrenOf(node)) {
    const found = findNode(child, isWanted)
    if (found) return found
  }
  return undefined
}

function compilePart({ text, kind }: Part, surroundings: Surroundings): Test {
  const within = { ...surroundings, names: [VALUE, ...surroundings.names] }
  if (kind === 'comparison') {
    const compare = compileFeel(`${VALUE} in (${text})`, within)
    return (scope, value) => compare({ ...scope, [VALUE]: value }) === true
  }
  if (kind === 'question') {
    const ask = compileFeel(`{"?": ${VALUE}, ${RESULT}: ${text}}.${RESULT}`, within)
    return (scope, value) => fits(ask({ ...scope, [VALUE]: value }), value, false)
  }
  const wanted = compileFeel(text, surroundings)
  return (scope, value) => fits(wanted(scope), value, kind === 'boolean')
}

/** A test that is an expression: a yes or no, a list that has the value, or what the value is equal to. */
function fits(wanted: unknown, value: unknown, isLiteral: boolean): boolean {
  if (typeof wanted === 'boolean') return isLiteral ? wanted === value : wanted
  if (Array.isArray(wanted)) return wanted.some((each) => isIn(value, each)) || isIn(value, wanted)
  return isIn(value, wanted)
}

const membership = define('a in (b)', ['a', 'b'])

const isIn = (value: unknown, wanted: unknown): boolean =>
  wanted === null || typeof wanted === 'string' || typeof wanted === 'number'
    ? wanted === value
    : membership([value, wanted]) === true

/** Whether two values are the same for FEEL. */
const equality = define('a = b', ['a', 'b'])
export const isEqual = (one: unknown, other: unknown): boolean => equality([one, other]) === true
