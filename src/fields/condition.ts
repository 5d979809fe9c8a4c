import type { Comparison } from './kinds/kind.ts'
import { containing } from './kinds/like.ts'

/** A field, or a part of it such as `fullname.lastname`; the part of the whole field is ''. */
export type Path = { code: string; part: string }

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

export const allOf = (of: Condition[]): Condition =>
  of.length === 1 && of[0] ? of[0] : { op: 'and', of }
export const anyOf = (of: Condition[]): Condition =>
  of.length === 1 && of[0] ? of[0] : { op: 'or', of }
export const notOf = (of: Condition): Condition => ({ op: 'not', of })

export const ALWAYS: Condition = { op: 'and', of: [] }
export const NEVER: Condition = { op: 'or', of: [] }

/** Case-insensitive; nothing to look for is found everywhere. */
export const contains = (path: Path, text: string): Condition =>
  text === '' ? ALWAYS : { op: 'like', path, pattern: containing(text) }
