import { sql } from '../../platform/db/sql.ts'
import { isId } from '../checks.ts'
import { holds, type Kind, OPERATORS } from './kind.ts'

const order = (left: string, right: string) => (left < right ? -1 : Number(left > right))

export const id: Kind<string, string> = {
  family: 'id',
  expected: 'an id',
  isOrdered: true,
  isSet: false,
  sortType: 'uuid',
  literal: (value) => (isId(value) ? value.toLowerCase() : undefined),
  sql: {
    compare: (value, by, literal) => sql`${value} ${OPERATORS[by]} ${literal}::uuid`,
    isIn: (value, literals) => sql`${value} = any(${literals}::uuid[])`,
    isEmpty: (value) => sql`${value} is null`,
    comparable: (value) => value,
    sortKey: (value) => value,
  },
  memory: {
    compare: (value, by, literal) => holds(by, order(value, literal)),
    isEmpty: (value) => value === '',
    order,
  },
}
