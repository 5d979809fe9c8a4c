import type { Comparison } from './kinds/kind.ts'
import { containing } from './kinds/like.ts'

/**
 * A field, or a part of it such as `fullname.lastname`; '' is the whole field. The row number
 * matters if a condition refers to several rows; the row of the list is 0.
 */
export type Path = { code: string; part: string; row?: number }

/** Rows of another list that fulfil a condition, which knows each of them by this number. */
export type Rows = { from: string; row: number; where: Condition }

/** A number that is written, is the value of a field, or is counted. */
export type Amount = { number: number } | { value: Path } | { valuesIn: Path } | { rows: Rows }

/**
 * What every filter becomes before it is SQL or runs in memory. It is plain data: literals are
 * in the form that the kind of their field compares. A field without a value makes every test
 * but `empty` false, so that `not` is true for it.
 */
export type Condition =
  | { op: 'and' | 'or'; of: Condition[] }
  | { op: 'not'; of: Condition }
  | { op: 'empty'; path: Path }
  | { op: 'compare'; path: Path; by: Comparison; literal: unknown }
  | { op: 'in'; path: Path; literals: unknown[] }
  | { op: 'like'; path: Path; pattern: string }
  | { op: 'relate'; left: Path; by: Comparison; right: Path }
  | { op: 'exists'; rows: Rows; match?: { inner: Path; outer: Path } }
  | { op: 'amounts'; left: Amount; by: Comparison; right: Amount }

export const allOf = (of: Condition[]): Condition =>
  of.length === 1 && of[0] ? of[0] : { op: 'and', of }
export const anyOf = (of: Condition[]): Condition =>
  of.length === 1 && of[0] ? of[0] : { op: 'or', of }
/** A condition that names no row, about this one. */
export function aboutRow(condition: Condition, row: number | undefined): Condition {
  if (row === undefined) return condition
  if ('path' in condition) return { ...condition, path: { ...condition.path, row } }
  if (condition.op === 'not') return { op: 'not', of: aboutRow(condition.of, row) }
  if (condition.op !== 'and' && condition.op !== 'or') return condition
  return { op: condition.op, of: condition.of.map((each) => aboutRow(each, row)) }
}

export const notOf = (of: Condition): Condition => ({ op: 'not', of })

export const ALWAYS: Condition = { op: 'and', of: [] }
export const NEVER: Condition = { op: 'or', of: [] }

/** Case-insensitive; an empty text matches everything. */
export const contains = (path: Path, text: string): Condition =>
  text === '' ? ALWAYS : { op: 'like', path, pattern: containing(text) }
