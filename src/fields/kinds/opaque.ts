import { raw, sql } from '../../platform/db/sql.ts'
import type { Kind } from './kind.ts'

/** Values that filters cannot look into: they are there or not. */
export const opaque: Kind = {
  family: 'opaque',
  expected: 'null: it can only be asked whether the field is empty',
  isOrdered: false,
  isSet: false,
  literal: () => undefined,
  sql: {
    compare: () => raw('false'),
    isIn: () => raw('false'),
    isEmpty: (value) => sql`${value} is null`,
    comparable: (value) => value,
    sortKey: (value) => value,
  },
  memory: { compare: () => false, isEmpty: () => false, order: () => 0 },
}
