import { type Sql, sql } from '../../platform/db/sql.ts'
import { id } from './id.ts'
import type { Kind } from './kind.ts'
import { isLike } from './like.ts'
import { text } from './text.ts'

type Member = 'text' | 'uuid'

/** Written apart: a statement is recognised by its text. */
const literalOf = (value: string, type: Member) =>
  type === 'uuid' ? sql`${value}::uuid` : sql`${value}::text`
const arrayOf = (values: readonly string[], type: Member) =>
  type === 'uuid' ? sql`${values}::uuid[]` : sql`${values}::text[]`

/** Several values of one kind, a PostgreSQL array in SQL. */
const setOf = (member: Kind<string, string>, type: Member): Kind<string[], string> => {
  return {
    family: member.family,
    expected: member.expected,
    isOrdered: false,
    isSet: true,
    literal: member.literal,
    sql: {
      compare: (value, _by, literal) => sql`${value} @> ${arrayOf([literal], type)}`,
      isIn: (value, literals) => sql`${value} && ${arrayOf(literals, type)}`,
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

/** The member of a set that holds at most one: a B-tree finds and counts it much faster than GIN. */
export const onlyOf = (value: Sql): Sql => sql`(${value})[1]`

/** The same for a set of at most one value. */
const single = (kind: Kind<string[], string>, type: Member): Kind<string[], string> => ({
  ...kind,
  sql: {
    ...kind.sql,
    compare: (value, _by, literal) => sql`${onlyOf(value)} = ${literalOf(literal, type)}`,
    isIn: (value, literals) => sql`${onlyOf(value)} = any(${arrayOf(literals, type)})`,
    only: onlyOf,
  },
})

export const ids = setOf(id, 'uuid')
export const onlyId = single(ids, 'uuid')

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

export const onlyText = single(texts, 'text')
