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
  /** Whether rows without a value come first; otherwise they come last, in both directions. */
  nullsFirst?: boolean
}

type Value = string | null

/** As an index has it, read forwards or backwards: without nulls it does not matter where they come. */
const isAsIndexed = ({ hasAlways, ascending, nullsFirst = false }: SortKey): boolean =>
  hasAlways || nullsFirst === !ascending

const directionOf = (key: SortKey): Sql => {
  const isFirst = isAsIndexed(key) ? !key.ascending : key.nullsFirst
  return raw(`${key.ascending ? 'asc' : 'desc'} nulls ${isFirst ? 'first' : 'last'}`)
}

export const orderBy = (keys: SortKey[]): Sql =>
  join(
    keys.map((key) => sql`${key.value} ${directionOf(key)}`),
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
  hash('sha256', keys.map(markOf).join(), 'hex').slice(0, 8)

const markOf = (key: SortKey): string =>
  `${key.name} ${key.ascending}${isAsIndexed(key) ? '' : ` nulls ${key.nullsFirst ? 'first' : 'last'}`}`

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
  const bound = first && first.value !== null && (first.key.hasAlways || first.key.nullsFirst)
  const start = bound
    ? [sql`${first.key.value} ${raw(first.key.ascending ? '>=' : '<=')} ${literal(first)}`]
    : []
  return and([...start, or(cases)])
}

const isEqual = (part: Part): Sql =>
  part.value === null ? sql`${part.key.value} is null` : sql`${part.key.value} = ${literal(part)}`

function isBehind(part: Part): Sql {
  const { value, ascending, nullsFirst, hasAlways } = part.key
  if (part.value === null) return nullsFirst ? sql`${value} is not null` : raw('false')
  const further = sql`${value} ${raw(ascending ? '>' : '<')} ${literal(part)}`
  return nullsFirst || hasAlways ? further : sql`(${further} or ${value} is null)`
}

/**
 * An order that no index has: with the empty values last, descending. Rows with a value of the first key and
 * those without one can each be read from an index.
 */
export function splitOrder(
  keys: SortKey[],
  after: string | undefined,
): { where: Sql; order: Sql }[] {
  const [first, ...rest] = keys
  if (!first) throw new Error('an order has at least one key')
  const filled = [{ ...first, hasAlways: true }, ...rest]
  const [value = null, ...others] = after ? readCursor(after, keys) : []
  const behind = (by: SortKey[], values: Value[]) =>
    after ? [compareKeys(by.map((key, at) => ({ key, value: values[at] ?? null })))] : []
  const isPast = after !== undefined && after !== '' && value === null
  return [
    ...(isPast
      ? []
      : [
          {
            where: and([sql`${first.value} is not null`, ...behind(filled, [value, ...others])]),
            order: orderBy(filled),
          },
        ]),
    {
      where: and([sql`${first.value} is null`, ...(isPast ? behind(rest, others) : [])]),
      order: orderBy(rest),
    },
  ]
}

export const needsSplit = ([first]: SortKey[]): boolean =>
  first !== undefined && !first.ascending && !isAsIndexed(first)
