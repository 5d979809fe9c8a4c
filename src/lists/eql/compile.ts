import {
  ALWAYS,
  type Amount,
  allOf,
  anyOf,
  type Condition,
  NEVER,
  notOf,
} from '../../fields/condition.ts'
import type { Comparison as By } from '../../fields/kinds/kind.ts'
import { filterByKind, nameOf, searchText } from '../../fields/table-filters.ts'
import { AppError, invalid } from '../../lib/errors.ts'
import type { Operand } from '../operands.ts'
import { operators } from '../operators.ts'
import type { Reader } from '../source.ts'
import type { Comparison, Count, Expression, Query, Rows, Operand as Term } from './ast.ts'
import { valueOfCall } from './functions.ts'
import {
  allLive,
  type ResolvedProperty,
  resolveProperty,
  type Scope,
  scopeInside,
} from './properties.ts'
import { fail } from './tokens.ts'

/** The environment of a query. */
export type Work = {
  fields: Scope['fields']
  asked?: Reader | undefined
  fieldsOf?: ((name: string) => Scope['fields'] | undefined) | undefined
  countCondition(): void
  countValues(values: unknown[]): void
  /** The number of the next row of the query. */
  nextRow(): number
}

/** Compiles a query to a condition. Errors have their position. */
export const compileEql = (expression: Expression, work: Work): Condition =>
  compile(expression, { row: 0, fields: work.fields, work })

function compile(expression: Expression, scope: Scope): Condition {
  switch (expression.kind) {
    case 'and':
      return allOf(expression.parts.map((part) => compile(part, scope)))
    case 'or':
      return anyOf(expression.parts.map((part) => compile(part, scope)))
    case 'not':
      return notOf(compile(expression.part, scope))
    default:
      scope.work.countCondition()
      return told(expression.at, () => test(expression, scope))
  }
}

function test(
  expression: Exclude<Expression, { part: unknown } | { parts: unknown }>,
  scope: Scope,
) {
  switch (expression.kind) {
    case 'null':
      return isNull(expression.operand, scope)
    case 'in':
      return Array.isArray(expression.right)
        ? isOneOf(expression.left, expression.right, scope)
        : isAmong(expression.left, expression.right, scope)
    case 'comparison':
      return compare(expression, scope)
  }
}

/** Adds the position to errors of the operators. */
function told(at: number, make: () => Condition): Condition {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof AppError) || error.message.startsWith('eql:')) throw error
    throw fail(error.message.replace(/^filter (on|\w+:) /, ''), at)
  }
}

const ORDER: Partial<Record<Comparison['operator'], By>> = {
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
}

function compare({ operator, left, right }: Comparison, scope: Scope): Condition {
  if (operator === '<>') return notOf(compareBy('eq', left, right, scope))
  if (operator === 'like' || operator === 'likef') return like(operator, left, right, scope)
  const by = operator === '=' ? 'eq' : ORDER[operator]
  if (!by) throw new Error(`no operator ${operator}`)
  return compareBy(by, left, right, scope)
}

function compareBy(by: By, left: Term, right: Term, scope: Scope): Condition {
  const nothing = [left, right].findIndex((term) => isNothing(term))
  if (nothing >= 0) return by === 'eq' ? isNull(nothing === 0 ? right : left, scope) : NEVER
  if (left.kind === 'count' || right.kind === 'count') return amounts(by, left, right, scope)
  const [a, b] = [sideOf(left, scope), sideOf(right, scope)]
  return a.wrap(b.wrap(operate(by, a.operand, b.operand)))
}

const isNothing = (term: Term): boolean => term.kind === 'literal' && term.value === null

function operate(op: string, left: Operand, right: Operand): Condition {
  const operator = operators.get(op)
  if (!operator) throw new Error(`no operator ${op}`)
  if (left.kind !== 'field' && right.kind !== 'field') {
    throw invalid('one of the two sides must be a [property]')
  }
  return operator(left, right, op)
}

type Side = { operand: Operand; wrap: ResolvedProperty['wrap'] }

/** One side of a comparison; a property behind links is wrapped in its path. */
function sideOf(term: Exclude<Term, Count>, scope: Scope): Side {
  if (term.kind === 'property') {
    const { target, wrap } = resolveProperty(term, scope)
    return { operand: { kind: 'field', target }, wrap }
  }
  return { operand: { kind: 'value', value: constant(term, scope) }, wrap: (each) => each }
}

function constant(term: Term, { work }: Scope): unknown {
  if (term.kind !== 'literal' && term.kind !== 'call') throw fail('expected a value', term.at)
  const value = term.kind === 'literal' ? term.value : valueOfCall(term, work.asked)
  work.countValues([value])
  return value
}

/** Behind links: none of the linked items has a value, or there are none. */
function isNull(term: Term, scope: Scope): Condition {
  if (isNothing(term)) return ALWAYS
  if (term.kind !== 'property') return NEVER
  const { target, wrap, isBehindLinks } = resolveProperty(term, scope)
  const isEmpty: Condition = { op: 'empty', path: target.path }
  return isBehindLinks ? notOf(wrap(notOf(isEmpty))) : isEmpty
}

/** `like` finds the text anywhere; `likef` compares the whole value with a pattern. */
function like(operator: 'like' | 'likef', left: Term, right: Term, scope: Scope): Condition {
  if (left.kind !== 'property') throw fail(`expected a [property] before "${operator}"`, left.at)
  const { target, wrap } = resolveProperty(left, scope)
  const { path, facet } = target
  if (!facet.kind.sql.like) throw invalid(`"${nameOf(path)}" is not text`)
  const text = searchText(path, constant(right, scope))
  if (operator === 'like') return wrap(filterByKind(target, text))
  if (/(?<!\\)(\\\\)*\\$/.test(text))
    throw fail('the backslash at the end escapes nothing', right.at)
  const pattern = facet.searched ? facet.searched(text) : text
  return wrap({ op: 'like', path, pattern })
}

function isOneOf(left: Term, members: Term[], scope: Scope): Condition {
  const values = members.filter((member) => !isNothing(member))
  const parts =
    left.kind === 'property' && values.every(({ kind }) => kind === 'literal' || kind === 'call')
      ? [among(resolveProperty(left, scope), values, scope)]
      : values.map((member) => compareBy('eq', left, member, scope))
  return anyOf(values.length < members.length ? [...parts, isNull(left, scope)] : parts)
}

const among = ({ target, wrap }: ResolvedProperty, values: Term[], scope: Scope): Condition =>
  wrap(
    operate(
      'in',
      { kind: 'field', target },
      {
        kind: 'list',
        values: values.map((value) => constant(value, scope)),
      },
    ),
  )

/** The left side is in the result of a sub-query. */
function isAmong(left: Term, query: Query, scope: Scope): Condition {
  const { rows, inner: within } = rowsOf(query, scope)
  const select = resolveProperty(query.select, within)
  const having = (where: Condition): Condition => ({
    op: 'exists',
    rows: { ...rows, where: allOf([rows.where, select.wrap(where)]) },
  })
  const inner: Operand = { kind: 'field', target: select.target }
  if (left.kind === 'count') {
    return having(amountsOf('eq', countOf(left, scope), { amount: numberIn(select), wrap }))
  }
  const { operand, wrap: wrapLeft } = sideOf(left, scope)
  const equal = operate('eq', inner, operand)
  if (equal.op !== 'relate' || select.isBehindLinks) return wrapLeft(having(equal))
  return wrapLeft({ op: 'exists', rows, match: { inner: equal.left, outer: equal.right } })
}

const wrap = (condition: Condition): Condition => condition

/** Sub-queries see the rows that the caller may see, without deleted ones. */
function rowsOf({ app, where, at }: Rows, scope: Scope) {
  const inner = scopeInside(scope, app, at)
  const wanted = allLive(inner, where ? compile(where, inner) : ALWAYS)
  return { rows: { from: app, row: inner.row, where: wanted }, inner }
}

type Counted = { amount: Amount; wrap: ResolvedProperty['wrap'] }

const amounts = (by: By, left: Term, right: Term, scope: Scope): Condition =>
  amountsOf(by, countedOf(left, scope), countedOf(right, scope))

function amountsOf(by: By, left: Counted, right: Counted): Condition {
  return left.wrap(right.wrap({ op: 'amounts', left: left.amount, by, right: right.amount }))
}

function countedOf(term: Term, scope: Scope): Counted {
  if (term.kind === 'count') return countOf(term, scope)
  if (term.kind === 'property') {
    const property = resolveProperty(term, scope)
    return { amount: numberIn(property), wrap: property.wrap }
  }
  const number = constant(term, scope)
  if (typeof number === 'number') return { amount: { number }, wrap }
  throw fail('Count is compared with a number', term.at)
}

function countOf({ of }: Count, scope: Scope): Counted {
  if (of.kind === 'query') {
    const { rows, inner } = rowsOf(of, scope)
    if (of.select) resolveProperty(of.select, inner)
    return { amount: { rows }, wrap }
  }
  const property = resolveProperty(of, scope)
  return { amount: { valuesIn: property.target.path }, wrap: property.wrap }
}

function numberIn({ target: { path, facet } }: ResolvedProperty): Amount {
  if (facet.kind.family === 'number') return { value: path }
  throw invalid(`Count is compared with a number, "${nameOf(path)}" is not a number`)
}
