import { hash } from 'node:crypto'
import type pg from 'pg'
import { traffic } from './batching-socket.ts'
import { render, Sql } from './sql.ts'

/** The statement in the form of the driver. */
export function toQuery(piece: Sql): pg.QueryConfig {
  const { sending } = piece
  traffic.statements++
  if (sending?.isOnce) return { ...render(piece), ...timeoutOf(sending.timeout) }
  const query = prepared(piece)
  return sending?.timeout === undefined ? query : { ...query, ...timeoutOf(sending.timeout) }
}

const timeoutOf = (timeout: number | undefined) =>
  timeout === undefined ? {} : { query_timeout: timeout }

/** The templates of a statement, in the order of its text; null is a value. */
type Shape = (readonly string[] | null)[]

type Rendered = { shape: Shape; text: string; name: string }

/**
 * The text of a statement is determined by its templates, so it is built once for each combination of them.
 * Of one outer template the latest ones are kept.
 */
const known = new WeakMap<readonly string[], Rendered[]>()
const MOST_SHAPES = 50

function prepared(piece: Sql): pg.QueryConfig {
  const shape: Shape = []
  const values: unknown[] = []
  collect(piece, shape, values)
  const rendered = find(piece.strings, shape)
  if (rendered) {
    rendered.name ||= nameOf(rendered.text)
    return { name: rendered.name, text: rendered.text, values }
  }
  const { text } = render(piece)
  const name = nameOf(text, isPlain(piece))
  keep(piece.strings, { shape, text, name })
  return { name, text, values }
}

const find = (strings: readonly string[], shape: Shape): Rendered | undefined =>
  known.get(strings)?.find((each) => isSame(each.shape, shape))

function keep(strings: readonly string[], rendered: Rendered): void {
  const others = known.get(strings) ?? []
  known.set(strings, [rendered, ...others.slice(0, MOST_SHAPES - 1)])
}

function collect(piece: Sql, shape: Shape, values: unknown[]): void {
  shape.push(piece.strings)
  for (const value of piece.values) {
    if (value instanceof Sql) {
      collect(value, shape, values)
    } else {
      shape.push(null)
      values.push(value)
    }
  }
}

const isSame = (one: Shape, other: Shape): boolean =>
  one.length === other.length && one.every((strings, at) => isSameText(strings, other[at] ?? null))

/** Names and other text without values are new objects in each statement. */
const isSameText = (one: Shape[number], other: Shape[number]): boolean =>
  one === other || (one?.length === 1 && other?.length === 1 && one[0] === other[0])

const isPlain = ({ values }: Sql): boolean => !values.some((value) => value instanceof Sql)

/**
 * Literal templates are prepared at their first use. A composed text gets a name at its second use: a
 * filter that is never repeated would only fill every backend with plans. For the same reason the number
 * of names is limited.
 */
const named = new Set<string>()
const seen = new Set<string>()
const MOST_NAMED = 3000
const MOST_SEEN = 10_000

function nameOf(text: string, isCertain = false): string {
  const name = `k${hash('sha256', text, 'base64url').slice(0, 22)}`
  if (named.has(name)) return name
  if (named.size < MOST_NAMED && (isCertain || seen.delete(name))) {
    named.add(name)
    return name
  }
  if (seen.size >= MOST_SEEN) seen.clear()
  seen.add(name)
  return ''
}
