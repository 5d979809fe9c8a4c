import { sql } from '../../platform/db/sql.ts'
import { id } from './id.ts'
import type { Kind } from './kind.ts'
import { isLike } from './like.ts'
import { text } from './text.ts'

/** Several values of one kind, a PostgreSQL array in SQL. */
const setOf = (member: Kind<string, string>, type: 'text' | 'uuid'): Kind<string[], string> => {
  const array = (values: readonly string[]) =>
    type === 'uuid' ? sql`${values}::uuid[]` : sql`${values}::text[]`
  return {
    family: member.family,
    expected: member.expected,
    isOrdered: false,
    isSet: true,
    literal: member.literal,
    sql: {
      compare: (value, _by, literal) => sql`${value} @> ${array([literal])}`,
      isIn: (value, literals) => sql`${value} && ${array(literals)}`,
      isEmpty: (value) => sql`coalesce(cardinality(${value}), 0) = 0`,
      comparable: (value) => value,
      sortKey: (value) => value,
      count: (value) => sql`coalesce(cardinality(${value}), 0)`,
    },
    memory: {
      compare: (values, by, literal) =>
        values.some((value) => member.memory.compare(value, by, literal)),
      isEmpty: (values) => values.length === 0,
      order: () => 0,
      count: (values) => values.length,
    },
  }
}

export const ids = setOf(id, 'uuid')

const plainTexts = setOf(text, 'text')

export const texts: Kind<string[], string> = {
  ...plainTexts,
  sql: {
    ...plainTexts.sql,
    like: (value, pattern, joined) => {
      const member = sql`exists (select from unnest(${value}) m where m ilike ${pattern})`
      return joined ? sql`(${joined} ilike ${pattern} and ${member})` : member
    },
  },
  memory: {
    ...plainTexts.memory,
    like: (values, pattern) => values.some((value) => isLike(value, pattern)),
  },
}
