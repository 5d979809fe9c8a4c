import { isStorable } from '../../lib/storable.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { holds, type Kind, OPERATORS } from './kind.ts'
import { isLike } from './like.ts'

/** A B-tree entry holds 2704 bytes; 500 characters of UTF-8 always fit. */
const COMPARED = 500

/**
 * What text is ordered and indexed by: its beginning, in the order people expect. Texts that
 * differ only later are equal in order.
 */
export const textKey = (value: Sql): Sql => sql`left(${value}, 500) collate "und-x-icu"`

const collator = new Intl.Collator('en')

function beginning(text: string): string {
  return text.length <= COMPARED ? text : [...text].slice(0, COMPARED).join('')
}

function order(left: string, right: string): number {
  const sign = collator.compare(beginning(left), beginning(right))
  if (sign !== 0 || left === right) return sign
  return left < right ? -1 : 1
}

export const text: Kind<string, string> = {
  family: 'text',
  expected: 'text',
  isOrdered: true,
  isSet: false,
  sortType: 'text',
  literal: (value) => (typeof value === 'string' && isStorable(value) ? value : undefined),
  sql: {
    compare: (value, by, literal) => {
      const begins = sql`${textKey(value)} ${OPERATORS[by]} left(${literal}::text, 500)`
      return by === 'eq' ? sql`(${begins} and ${value} = ${literal})` : begins
    },
    isIn: (value, literals) => {
      const begins = sql`${textKey(value)} = any(${literals.map(beginning)}::text[])`
      return sql`(${begins} and ${value} = any(${literals}::text[]))`
    },
    isEmpty: (value) => sql`coalesce(${value}, '') = ''`,
    comparable: (value) => sql`${value} collate "und-x-icu"`,
    sortKey: textKey,
    like: (value, pattern) => sql`${value} ilike ${pattern}`,
  },
  memory: {
    compare: (value, by, literal) =>
      by === 'eq' ? value === literal : holds(by, order(value, literal)),
    isEmpty: (value) => value === '',
    order,
    like: isLike,
  },
}
