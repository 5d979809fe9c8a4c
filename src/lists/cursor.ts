import { hash } from 'node:crypto'
import type { SortType } from '../fields/kinds/kind.ts'
import { invalid } from '../lib/errors.ts'
import { and, join, or, raw, type Sql, sql } from '../platform/db/sql.ts'

/** One of the sort keys; the last one is unique. */
export type SortKey = {
  name: string
  value: Sql
  type: SortType
  ascending: boolean
  /** Never null. */
  hasAlways: boolean
}

type Value = string | null

const DIRECTIONS = { ascending: raw('asc nulls last'), descending: raw('desc nulls first') }

export const orderBy = (keys: SortKey[]): Sql =>
  join(
    keys.map(
      ({ value, ascending }) =>
        sql`${value} ${ascending ? DIRECTIONS.ascending : DIRECTIONS.descending}`,
    ),
    ', ',
  )

/** The sort keys of a row, as text that PostgreSQL reads back exactly. */
export const cursorOf = (keys: SortKey[]): Sql =>
  sql`json_build_array(${join(
    keys.map(({ value }) => sql`(${value})::text`),
    ', ',
  )})::text`

/** The cursor as sent to callers, who return it with the same order. */
export const toCursor = (keys: string, values: string): string =>
  Buffer.from(`${keys}${values}`).toString('base64url')

/** Identifies the order of a cursor: its values mean nothing in another one. */
export const orderMark = (keys: SortKey[]): string =>
  hash('sha256', keys.map(({ name, ascending }) => `${name} ${ascending}`).join(), 'hex').slice(
    0,
    8,
  )

function readCursor(cursor: string, keys: SortKey[]): Value[] {
  const text = Buffer.from(cursor, 'base64url').toString()
  const mark = orderMark(keys)
  const values = text.startsWith(mark) ? parse(text.slice(mark.length)) : undefined
  const isOne = (value: unknown) => value === null || typeof value === 'string'
  if (!Array.isArray(values) || values.length !== keys.length || !values.every(isOne)) {
    throw invalid(
      'after: expected the `after` of a previous answer, for the same list and sort order',
    )
  }
  return values
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The rows after the cursor, whether its row still exists or not. */
export function rowsAfter(cursor: string, keys: SortKey[]): Sql {
  const values = readCursor(cursor, keys)
  const parts = keys.map((key, at) => ({ key, value: values[at] ?? null }))
  return isSimple(keys) ? compareRows(parts) : compareKeys(parts)
}

type Part = { key: SortKey; value: Value }

const literal = ({ key, value }: Part): Sql => sql`${value}::${raw(key.type)}`

/** A row comparison, which can use an index on the keys. */
const isSimple = (keys: SortKey[]) =>
  keys.every(({ hasAlways, ascending }) => hasAlways && ascending === keys[0]?.ascending)

function compareRows(parts: Part[]): Sql {
  const sign = raw(parts[0]?.key.ascending ? '>' : '<')
  const row = (pieces: Sql[]) => sql`(${join(pieces, ', ')})`
  return sql`${row(parts.map(({ key }) => key.value))} ${sign} ${row(parts.map(literal))}`
}

/** Equal up to some key, and greater in that one. The first key alone may allow the use of an index. */
function compareKeys(parts: Part[]): Sql {
  const cases = parts.map((part, at) => and([...parts.slice(0, at).map(isEqual), isBehind(part)]))
  const [first] = parts
  const bound = first && first.value !== null && !first.key.ascending
  const start = bound ? [sql`${first.key.value} <= ${literal(first)}`] : []
  return and([...start, or(cases)])
}

const isEqual = (part: Part): Sql =>
  part.value === null ? sql`${part.key.value} is null` : sql`${part.key.value} = ${literal(part)}`

/** Nulls come last, or first when descending. */
function isBehind(part: Part): Sql {
  const { value, ascending } = part.key
  if (part.value === null) return ascending ? raw('false') : sql`${value} is not null`
  if (!ascending) return sql`${value} < ${literal(part)}`
  return sql`(${value} > ${literal(part)} or ${value} is null)`
}
