import { hash } from 'node:crypto'
import type pg from 'pg'
import { traffic } from './batching-socket.ts'
import { hasHeavyPart, render, Sql } from './sql.ts'
import { StatementNames } from './statement-names.ts'

const MOST_NAMED = 3000
const shared = new StatementNames(MOST_NAMED)

/** A statement in the form of the driver. */
export type Query = pg.QueryConfig & { mayBeHeavy?: boolean }

export function toQuery(piece: Sql, names = shared): Query {
  const { sending } = piece
  traffic.statements++
  if (sending?.isOnce) return { ...render(piece), ...timeoutOf(sending.timeout) }
  const query = prepared(piece, names)
  return sending?.timeout === undefined ? query : { ...query, ...timeoutOf(sending.timeout) }
}

const timeoutOf = (timeout: number | undefined) =>
  timeout === undefined ? {} : { query_timeout: timeout }

/** The templates of a statement, in the order of its text; null is a value. */
type Shape = (readonly string[] | null)[]

type Rendered = { shape: Shape; text: string; name: string; mayBeHeavy: boolean }

/**
 * The text of a statement is determined by its templates, so it is built once for each combination of them.
 * Of one outer template the latest ones are kept.
 */
const known = new WeakMap<readonly string[], Rendered[]>()
const MOST_SHAPES = 50

function prepared(piece: Sql, names: StatementNames): Query {
  const shape: Shape = []
  const values: unknown[] = []
  collect(piece, shape, values)
  const { text, name, mayBeHeavy } = find(piece.strings, shape) ?? keep(piece, shape)
  const query = { name: names.use(name, isPlain(piece)) ? name : '', text, values }
  return mayBeHeavy ? { ...query, mayBeHeavy } : query
}

const find = (strings: readonly string[], shape: Shape): Rendered | undefined =>
  known.get(strings)?.find((each) => isSame(each.shape, shape))

function keep(piece: Sql, shape: Shape): Rendered {
  const { text } = render(piece)
  const name = `k${hash('sha256', text, 'base64url').slice(0, 22)}`
  const rendered = { shape, text, name, mayBeHeavy: hasHeavyPart(piece) }
  const others = known.get(piece.strings) ?? []
  known.set(piece.strings, [rendered, ...others.slice(0, MOST_SHAPES - 1)])
  return rendered
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
