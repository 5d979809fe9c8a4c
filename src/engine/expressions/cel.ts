import { lazy } from '../../lib/lazy.ts'
import type { Values } from '../state.ts'
import { cel, type Tree } from './library.ts'

/** A compiled CEL expression. */
export type Expression = {
  /** The variables it reads. */
  names: string[]
  /** Of a pattern in it that cannot be read: asking for it fails. */
  badPattern?: string | undefined
  evaluate: (values: Values) => unknown
}

const LONGEST = 2048

const environment = lazy(() => {
  const { CelScalar, celEnv, celFunc } = cel()
  const { DOUBLE } = CelScalar
  return celEnv({
    funcs: [celFunc('_%_', [DOUBLE, DOUBLE], DOUBLE, (left, right) => left % right)],
  })
})

/** Whether a function or a method exists. Operators always do. */
export function hasFunction(name: string, isMethod: boolean, count: number): boolean {
  if (!/^[A-Za-z]/.test(name)) return true
  const group = environment().funcs.find(name) ?? []
  return [...group].some(
    ({ target, arguments: wanted }) =>
      (target !== undefined) === isMethod && wanted.length === count,
  )
}

/**
 * Compiles an expression. JSON has one type of number, so integer literals become doubles; nested loops
 * are refused because nothing limits the time they take.
 */
export function compileCel(text: string): Expression {
  if (text.length > LONGEST) throw new Error(`an expression can have at most ${LONGEST} characters`)
  const { parse, plan, isCelError } = cel()
  const { expr } = parse(text)
  const names = new Set<string>()
  const patterns: string[] = []
  prepare(expr, { bound: new Set(), depth: 0, names, patterns })
  const run = plan(environment(), expr)
  return {
    names: [...names],
    badPattern: patterns.find((pattern) => !isPattern(pattern)),
    evaluate: (values) => {
      const result = run(pick(values, names) as never)
      if (isCelError(result)) throw new Error(result.message)
      return toJson(result)
    },
  }
}

/** A variable that was never set is null. */
function pick(values: Values, names: Set<string>): Values {
  const picked: Values = {}
  for (const name of names) picked[name] = values[name] ?? null
  return picked
}

type Scope = { bound: Set<string>; depth: number; names: Set<string>; patterns: string[] }

function prepare(tree: Tree | undefined, scope: Scope): void {
  const kind = tree?.exprKind
  if (kind?.case === 'constExpr') toDouble(kind.value)
  else if (kind?.case === 'identExpr') addName(kind.value.name, scope)
  else if (kind?.case === 'selectExpr') prepare(kind.value.operand, scope)
  else if (kind?.case === 'callExpr') prepareCall(tree as Tree, kind.value, scope)
  else if (kind?.case === 'listExpr') for (const each of kind.value.elements) prepare(each, scope)
  else if (kind?.case === 'structExpr')
    for (const { value } of kind.value.entries) prepare(value, scope)
  else if (kind?.case === 'comprehensionExpr') prepareLoop(kind.value, scope)
}

type Part<Case> = Extract<Tree['exprKind'], { case: Case }>['value']

function toDouble(constant: Part<'constExpr'>): void {
  const { case: kind, value } = constant.constantKind
  if (kind === 'int64Value') constant.constantKind = { case: 'doubleValue', value: Number(value) }
}

function addName(name: string, { bound, names }: Scope): void {
  if (!bound.has(name)) names.add(name)
}

/** List indexes stay integers; the result of `size` becomes a double like any other number. */
function prepareCall(tree: Tree, call: Part<'callExpr'>, scope: Scope): void {
  prepare(call.target, scope)
  for (const [index, each] of call.args.entries()) {
    const isIndex = call.function === '_[_]' && index === 1 && each.exprKind.case === 'constExpr'
    if (!isIndex) prepare(each, scope)
  }
  if (call.function === 'matches') addPattern(call.args.at(-1), scope)
  if (call.function !== 'size') return
  const inner = { ...tree } as Tree
  const double = {
    ...call,
    function: 'double',
    target: undefined,
    args: [inner],
  } as Part<'callExpr'>
  tree.exprKind = { case: 'callExpr', value: double }
}

function addPattern(pattern: Tree | undefined, { patterns }: Scope): void {
  const kind = pattern?.exprKind
  const constant = kind?.case === 'constExpr' ? kind.value.constantKind : undefined
  if (constant?.case === 'stringValue') patterns.push(constant.value)
}

function isPattern(text: string): boolean {
  const { parse, plan, isCelError } = cel()
  const { expr } = parse(`"".matches(${JSON.stringify(text)})`)
  return !isCelError(plan(environment(), expr)({} as never))
}

function prepareLoop(loop: Part<'comprehensionExpr'>, scope: Scope): void {
  const { bound, depth } = scope
  if (depth > 0) throw new Error('a loop over a list cannot be nested in another one')
  prepare(loop.iterRange, { ...scope, depth: depth + 1 })
  const inner = new Set([...bound, loop.iterVar, loop.iterVar2, loop.accuVar])
  for (const part of [loop.accuInit, loop.loopCondition, loop.loopStep, loop.result]) {
    prepare(part, { ...scope, bound: inner, depth: depth + 1 })
  }
}

/** All variables of a process together may have 4 MiB. */
const LONGEST_TEXT = 4 * 1024 ** 2
const MOST_MEMBERS = 1_000_000

function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Error('the result is not a number')
  const { isCelList, isCelMap } = cel()
  const isTooLarge =
    (typeof value === 'string' && value.length > LONGEST_TEXT) ||
    (isCelList(value) && value.size > MOST_MEMBERS)
  if (isTooLarge) throw new Error('the result is too large')
  if (isCelList(value)) return Array.from(value, toJson)
  if (isCelMap(value)) {
    return Object.fromEntries(Array.from(value, ([key, each]) => [String(key), toJson(each)]))
  }
  if (typeof value !== 'object' || value === null) return value
  throw new Error('the result cannot be stored')
}
