import { raw, type Sql } from '../../platform/db/sql.ts'

export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'

export const OPERATORS: Record<Comparison, Sql> = {
  eq: raw('='),
  gt: raw('>'),
  gte: raw('>='),
  lt: raw('<'),
  lte: raw('<='),
}

/** Whether `a by b` holds, from the sign of `a - b`. */
export const holds = (by: Comparison, sign: number): boolean => {
  if (by === 'eq') return sign === 0
  if (by === 'gt') return sign > 0
  if (by === 'gte') return sign >= 0
  return by === 'lt' ? sign < 0 : sign <= 0
}

export type SortType =
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'float8'
  | 'text'
  | 'time'
  | 'timestamptz'
  | 'uuid'

/**
 * How values of one kind compare, in SQL and in memory with the same outcome. Field types say of
 * which kind they are; the operators of filters are written once, here.
 */
export type Kind<Value = unknown, Literal = unknown> = {
  /** Fields compare with each other only inside a family. */
  family: string
  /** What a literal must be, in words. */
  expected: string
  /** Knows `gt` and its like, and can be sorted by. */
  isOrdered: boolean
  /** Holds several values; `eq` then means that one of them is equal. */
  isSet: boolean
  /** The SQL type of what rows are sorted by. */
  sortType?: SortType
  /** A literal of a filter in the form that compares; null = empty, undefined = not of this kind. */
  literal(value: unknown): Literal | null | undefined
  sql: {
    compare(value: Sql, by: Comparison, literal: Literal): Sql
    isIn(value: Sql, literals: readonly Literal[]): Sql
    isEmpty(value: Sql): Sql
    /** What two fields are compared by. */
    comparable(value: Sql): Sql
    /** The only member of a set that holds at most one; fields are then compared by it. */
    only?(value: Sql): Sql
    sortKey(value: Sql): Sql
    /** `text` holds every member at once and may have an index that the members have not. */
    like?(value: Sql, pattern: string, text: Sql | undefined): Sql
    /** How many values there are, where it can be more than one. */
    count?(value: Sql): Sql
  }
  memory: {
    compare(value: Value, by: Comparison, literal: Literal): boolean
    isEmpty(value: Value): boolean
    /** Negative, zero or positive, as for `sort`. */
    order(left: Value, right: Value): number
    like?(value: Value, pattern: string): boolean
    count?(value: Value): number
  }
}
