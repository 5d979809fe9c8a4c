import { sql } from '../../platform/db/sql.ts'
import { holds, type Kind, OPERATORS } from './kind.ts'

/** Stored integers are smaller, so a bound moved here keeps its meaning; clients send ±2^63. */
const BEYOND = 2 ** 53

const shared = {
  family: 'number',
  isOrdered: true,
  isSet: false,
  memory: {
    compare: (value: number, by, literal: number) => holds(by, value - literal),
    isEmpty: () => false,
    order: (left, right) => left - right,
  },
} satisfies Partial<Kind<number, number>>

export const integer: Kind<number, number> = {
  ...shared,
  sortType: 'bigint',
  expected: 'a number',
  literal: (value) =>
    typeof value === 'number' ? Math.min(Math.max(value, -BEYOND), BEYOND) : undefined,
  sql: {
    // A fraction is compared as one; only whole numbers can use the index.
    compare: (value, by, literal) =>
      Number.isInteger(literal)
        ? sql`${value} ${OPERATORS[by]} ${literal}::bigint`
        : sql`${value} ${OPERATORS[by]} ${literal}::float8`,
    isIn: (value, literals) => sql`${value} = any(${literals.filter(Number.isInteger)}::bigint[])`,
    isEmpty: (value) => sql`${value} is null`,
    comparable: (value) => value,
    sortKey: (value) => value,
  },
}

export const number: Kind<number, number> = {
  ...shared,
  sortType: 'float8',
  expected: 'a number',
  literal: (value) => (typeof value === 'number' ? value : undefined),
  sql: {
    ...integer.sql,
    compare: (value, by, literal) => sql`${value} ${OPERATORS[by]} ${literal}::float8`,
    isIn: (value, literals) => sql`${value} = any(${literals}::float8[])`,
  },
}
