import { sql } from '../../platform/db/sql.ts'
import { holds, type Kind, OPERATORS } from './kind.ts'

export const boolean: Kind<boolean, boolean> = {
  family: 'boolean',
  expected: 'true or false',
  isOrdered: true,
  isSet: false,
  sortType: 'boolean',
  literal: (value) => (typeof value === 'boolean' ? value : undefined),
  sql: {
    compare: (value, by, literal) => sql`${value} ${OPERATORS[by]} ${literal}::boolean`,
    isIn: (value, literals) => sql`${value} = any(${literals}::boolean[])`,
    isEmpty: (value) => sql`${value} is null`,
    comparable: (value) => value,
    sortKey: (value) => value,
  },
  memory: {
    compare: (value, by, literal) => holds(by, Number(value) - Number(literal)),
    isEmpty: () => false,
    order: (left, right) => Number(left) - Number(right),
  },
}
