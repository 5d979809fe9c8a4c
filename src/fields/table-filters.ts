import { invalid } from '../lib/errors.ts'
import { isStorable } from '../lib/storable.ts'
import { describe } from './checks.ts'
import { ALWAYS, allOf, anyOf, type Condition, contains, NEVER, type Path } from './condition.ts'
import type { Facet, Field } from './field-type.ts'

/** The field and facet of a filter. */
export type Target = { path: Path; facet: Facet }

export const nameOf = ({ code, part }: Path) => (part === '' ? code : `${code}.${part}`)

export const whole = ({ code }: Field): Path => ({ code, part: '' })

export const refuse = (path: Path, expected: string, value: unknown) =>
  invalid(`filter on "${nameOf(path)}": expected ${expected}, received ${describe(value)}`)

/** A literal as the facet compares it; null when it stands for "empty". */
export function literalOf({ path, facet }: Target, value: unknown): unknown {
  const literal = facet.literal ? facet.literal(value) : facet.kind.literal(value)
  if (literal === undefined) throw refuse(path, facet.kind.expected, value)
  return literal
}

/** The `tf` condition of a facet whose field type says nothing else. */
export function filterByKind(target: Target, value: unknown): Condition {
  const { path, facet } = target
  switch (facet.kind.family) {
    case 'text':
      return containsText(target, value)
    case 'number':
    case 'moment':
    case 'time':
      return within(target, value)
    case 'boolean':
      return isTrueOrNot(path, value)
    default:
      return oneOf(target, value, { mayBeAlone: !facet.kind.isSet })
  }
}

const LONGEST_SEARCH = 1000

export function searchText(path: Path, value: unknown): string {
  if (typeof value !== 'string') throw refuse(path, 'text', value)
  if (value.length > LONGEST_SEARCH) {
    throw refuse(path, `text of at most ${LONGEST_SEARCH} characters`, value)
  }
  if (!isStorable(value)) throw refuse(path, 'text without NUL and lone surrogates', value)
  return value
}

/** Text of which nothing searchable is left, such as letters in a phone, is found nowhere. */
function containsText({ path, facet }: Target, value: unknown): Condition {
  const text = searchText(path, value)
  const searched = facet.searched ? facet.searched(text) : text
  return searched === '' && text !== '' ? NEVER : contains(path, searched)
}

const RANGE = 'an object such as {"min": …, "max": …}'

/** Inclusive; a bound that is null or absent is open. */
function within(target: Target, value: unknown): Condition {
  const { path } = target
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(path, RANGE, value)
  }
  const { min = null, max = null } = value as { min?: unknown; max?: unknown }
  const isOther = !('min' in value || 'max' in value) && Object.keys(value).length > 0
  if (isOther) throw refuse(path, RANGE, value)
  const bound = (by: 'gte' | 'lte', edge: unknown): Condition => {
    const literal = edge === null ? null : literalOf(target, edge)
    return literal === null ? ALWAYS : { op: 'compare', path, by, literal }
  }
  return allOf([bound('gte', min), bound('lte', max)])
}

/** At least one of the listed values; `mayBeAlone` lets one stand without the list. */
export function oneOf(
  target: Target,
  value: unknown,
  { mayBeAlone }: { mayBeAlone: boolean },
): Condition {
  const { path, facet } = target
  if (!Array.isArray(value) && !mayBeAlone) {
    throw refuse(path, `a list, each member ${facet.kind.expected}`, value)
  }
  const values = Array.isArray(value) ? value : [value]
  const literals = values.map((each) => (each === null ? null : literalOf(target, each)))
  const found: Condition = { op: 'in', path, literals: literals.filter((each) => each !== null) }
  return literals.includes(null) ? anyOf([found, { op: 'empty', path }]) : found
}

/** Null is not `true`, but people who ask for "no" mean the unanswered as well. */
function isTrueOrNot(path: Path, value: unknown): Condition {
  if (typeof value !== 'boolean') throw refuse(path, 'true or false', value)
  const equal: Condition = { op: 'compare', path, by: 'eq', literal: value }
  return value ? equal : anyOf([equal, { op: 'empty', path }])
}
