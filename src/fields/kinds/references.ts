import { sql } from '../../platform/db/sql.ts'
import type { Kind } from './kind.ts'

/** Objects that name something, `{type, id}`; a literal with fewer keys matches all that have them. */
export type Reference = Readonly<Record<string, string>>

const matches = (value: Reference, literal: Reference): boolean =>
  Object.entries(literal).every(([key, part]) => value[key] === part)

/** Several of them, a `jsonb` array in SQL. What a literal looks like is up to the field type. */
export const references: Kind<Reference[], Reference> = {
  family: 'references',
  expected: 'a reference',
  isOrdered: false,
  isSet: true,
  literal: () => undefined,
  sql: {
    compare: (value, _by, literal) => sql`${value} @> ${JSON.stringify([literal])}::jsonb`,
    isIn: (value, literals) =>
      sql`${value} @> any(${literals.map((literal) => JSON.stringify([literal]))}::jsonb[])`,
    isEmpty: (value) => sql`coalesce(${value}, '[]') = '[]'`,
    comparable: (value) => value,
    sortKey: (value) => value,
    count: (value) => sql`coalesce(jsonb_array_length(${value}), 0)`,
  },
  memory: {
    compare: (values, _by, literal) => values.some((value) => matches(value, literal)),
    isEmpty: (values) => values.length === 0,
    order: () => 0,
    count: (values) => values.length,
  },
}

type Link = string | Reference

const isSameLink = (value: Link, literal: Link): boolean =>
  typeof value === 'string' || typeof literal === 'string'
    ? value === literal
    : matches(value, literal)

/** Ids or references to items, a `jsonb` array in SQL. */
export const links: Kind<Link[], Link> = {
  ...(references as Kind<unknown, unknown> as Kind<Link[], Link>),
  family: 'links',
  memory: {
    ...references.memory,
    compare: (values, _by, literal) => values.some((value) => isSameLink(value, literal)),
    isEmpty: (values) => values.length === 0,
    order: () => 0,
    count: (values) => values.length,
  },
}
