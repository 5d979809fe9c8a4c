import { ALWAYS, aboutRow, anyOf, type Condition, NEVER, notOf } from '../fields/condition.ts'
import type { Comparison } from '../fields/kinds/kind.ts'
import { containingPattern } from '../fields/kinds/like.ts'
import { literalOf, nameOf, refuse, searchText } from '../fields/table-filters.ts'
import { invalid } from '../lib/errors.ts'
import type { Operand } from './operands.ts'
import type { FieldTarget } from './path.ts'

type Operator = (left: Operand, right: Operand, op: string) => Condition

/** The condition operators of filters, `{"eq": [left, right]}`, by name. */
export const operators = new Map<string, Operator>([
  ['eq', equal],
  ['neq', (left, right, op) => notOf(equal(left, right, op))],
  ['gt', ordered],
  ['gte', ordered],
  ['lt', ordered],
  ['lte', ordered],
  ['like', like],
  ['in', shareAny],
  ['link', shareAny],
  ['has', shareAny],
  ['intersect', shareAny],
])

/** `5 > price` is `price < 5`. */
const MIRRORED: Record<Comparison, Comparison> = {
  eq: 'eq',
  gt: 'lt',
  gte: 'lte',
  lt: 'gt',
  lte: 'gte',
}

function equal(left: Operand, right: Operand, op: string): Condition {
  if (left.kind === 'field' && right.kind === 'field') {
    return relate(left.target, 'eq', right.target)
  }
  const { target, other } = sides(left, right, op)
  return equalTo(target, other.kind === 'list' ? other.values : other.value)
}

function equalTo(target: FieldTarget, value: unknown): Condition {
  const { path, facet, field } = target
  if (value === null || value === undefined) return { op: 'empty', path }
  const composite = facet.equal?.(value, field)
  if (composite) return aboutRow(composite, path.row)
  const literal = literalOf(target, value)
  return literal === null ? { op: 'empty', path } : { op: 'compare', path, by: 'eq', literal }
}

function ordered(left: Operand, right: Operand, op: string): Condition {
  const by = op as Comparison
  if (left.kind === 'field' && right.kind === 'field') return relate(left.target, by, right.target)
  const { target, other } = sides(left, right, op)
  mustBeOrdered(target, op)
  const value = other.kind === 'list' ? other.values : other.value
  const literal = value === null ? null : literalOf(target, value)
  if (literal === null) return NEVER
  const direction = left.kind === 'field' ? by : MIRRORED[by]
  return { op: 'compare', path: target.path, by: direction, literal }
}

/** `%` and `_` are wildcards; the text may be anywhere. An empty text matches everything. */
function like(left: Operand, right: Operand): Condition {
  if (left.kind !== 'field' || right.kind !== 'value') {
    throw invalid('filter like: expected a field and then a text')
  }
  const { path, facet } = left.target
  if (!facet.kind.sql.like) throw invalid(`filter like: "${nameOf(path)}" is not text`)
  const text = searchText(path, right.value ?? '')
  const searched = facet.searched ? facet.searched(text) : text
  if (searched === '') return text === '' ? ALWAYS : NEVER
  return { op: 'like', path, pattern: containingPattern(searched) }
}

/** At least one common value; a single value is a set of one. */
function shareAny(left: Operand, right: Operand, op: string): Condition {
  if (left.kind === 'field' && right.kind === 'field') {
    return relate(left.target, 'eq', right.target)
  }
  const { target, other } = sides(left, right, op)
  const values = other.kind === 'list' ? other.values : [other.value]
  const equals = values.map((value) => equalTo(target, value))
  const literals = equals.flatMap((each) =>
    each.op === 'compare' && each.path === target.path ? [each.literal] : [],
  )
  const others = equals.filter((each) => each.op !== 'compare' || each.path !== target.path)
  return anyOf([{ op: 'in', path: target.path, literals }, ...others])
}

function sides(left: Operand, right: Operand, op: string) {
  if (left.kind === 'field' && right.kind !== 'field') return { target: left.target, other: right }
  if (right.kind === 'field' && left.kind !== 'field') return { target: right.target, other: left }
  throw invalid(`filter ${op}: one of the two operands must be a field`)
}

function mustBeOrdered({ path, facet }: FieldTarget, op: string): void {
  if (!facet.kind.isOrdered) throw invalid(`filter ${op}: "${nameOf(path)}" has no order`)
}

/** Compares two fields; sets are equal if they share a value. */
function relate(left: FieldTarget, by: Comparison, right: FieldTarget): Condition {
  const [a, b] = [left.facet.kind, right.facet.kind]
  if (a.family !== b.family || a.family === 'references' || a.family === 'opaque') {
    throw refuse(left.path, `to be compared with another field of its kind`, nameOf(right.path))
  }
  if (by !== 'eq') {
    mustBeOrdered(left, by)
    mustBeOrdered(right, by)
  }
  return { op: 'relate', left: left.path, by, right: right.path }
}
