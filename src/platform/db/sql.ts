/** How a statement is sent, if not as usual. */
export type Sending = {
  /** A fast lookup by key, which may use the shared connection. */
  readonly isQuick?: boolean
  /** Timeout in milliseconds, if longer than usual. */
  readonly timeout?: number
  /** Sent once, so not prepared. Without values it may contain several statements. */
  readonly isOnce?: boolean
  /** A part that may run once for every row of another table: its cost is estimated first. */
  readonly mayBeHeavy?: boolean
}

/**
 * A statement or a fragment of one, with its values. Values never become text: `sql` turns everything that
 * is not a fragment into a parameter, and `name` quotes identifiers. Fragments stay a tree until they are
 * sent.
 */
export class Sql<Row = unknown> {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly sending: Sending | undefined
  /** Type only: the rows that the statement returns. */
  declare readonly row?: Row

  constructor(strings: readonly string[], values: readonly unknown[], sending?: Sending) {
    this.strings = strings
    this.values = values
    this.sending = sending
  }
}

export const sql = <Row = unknown>(strings: TemplateStringsArray, ...values: unknown[]): Sql<Row> =>
  new Sql<Row>(strings, values)

const sent = <Row>({ strings, values, sending }: Sql<Row>, how: Sending): Sql<Row> =>
  new Sql<Row>(strings, values, { ...sending, ...how })

const QUICK: Sending = { isQuick: true }

export const quick = <Row>({ strings, values }: Sql<Row>): Sql<Row> =>
  new Sql<Row>(strings, values, QUICK)

export const withTimeout = <Row>(piece: Sql<Row>, timeout: number): Sql<Row> =>
  sent(piece, { timeout })

/** Also marks any statement that contains it. */
export const mayBeHeavy = <Row>(piece: Sql<Row>): Sql<Row> => sent(piece, { mayBeHeavy: true })

export const hasHeavyPart = ({ sending, values }: Sql): boolean =>
  sending?.mayBeHeavy === true ||
  values.some((value) => value instanceof Sql && hasHeavyPart(value))

export const once = <Row>(piece: Sql<Row>): Sql<Row> => sent(piece, { isOnce: true })

/** Only for trusted text, never for input of a caller. */
export const raw = (text: string): Sql => new Sql([text], [])

/** A quoted identifier, or several joined by dots. */
export const name = (...parts: string[]): Sql => raw(parts.map(quoteName).join('.'))

export const quoteName = (part: string): string => `"${part.replaceAll('"', '""')}"`

export function join(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return raw('')
  return new Sql(stringsBetween(separator, pieces.length), pieces)
}

/** Statements are identified by the identity of their strings, so equal joins share them. */
const joins = new Map<string, (readonly string[])[]>()

function stringsBetween(separator: string, count: number): readonly string[] {
  const known = joins.get(separator) ?? []
  joins.set(separator, known)
  const strings = known[count] ?? ['', ...Array<string>(count - 1).fill(separator), '']
  if (count <= MOST_KEPT) known[count] = strings
  return strings
}

const MOST_KEPT = 200

export const and = (pieces: readonly Sql[]): Sql =>
  pieces.length === 0 ? raw('true') : sql`(${join(pieces, ' and ')})`

export const or = (pieces: readonly Sql[]): Sql =>
  pieces.length === 0 ? raw('false') : sql`(${join(pieces, ' or ')})`

/** The columns and values of a new row. Undefined values are left to their defaults. */
export function valuesOf(row: object): Sql {
  const given = givenIn(row)
  const values = given.map(([, value]) => sql`${value}`)
  return sql`(${namesOf(given)}) values (${join(values, ', ')})`
}

/** The assignments of an update. Undefined values stay unchanged. */
export const assign = (row: object): Sql =>
  join(
    givenIn(row).map(([column, value]) => sql`${name(column)} = ${value}`),
    ', ',
  )

const givenIn = (row: object): [string, unknown][] =>
  Object.entries(row).filter(([, value]) => value !== undefined)

const namesOf = (given: readonly [string, unknown][]): Sql =>
  join(
    given.map(([column]) => name(column)),
    ', ',
  )

/** The text with numbered parameters, and the values for them. */
export function render(piece: Sql): { text: string; values: unknown[] } {
  const texts: string[] = []
  const values: unknown[] = []
  const write = ({ strings, values: inner }: Sql): void => {
    strings.forEach((text, at) => {
      texts.push(text)
      if (at >= inner.length) return
      const value = inner[at]
      if (value instanceof Sql) write(value)
      else texts.push(`$${values.push(value)}`)
    })
  }
  write(piece)
  return { text: texts.join(''), values }
}

/** The text with its values written into it, for statements that take no parameters, such as DDL. */
export function inline(piece: Sql): string {
  const { strings, values } = piece
  return strings.map((text, at) => text + (at < values.length ? literal(values[at]) : '')).join('')
}

export const hasValues = ({ values }: Sql): boolean =>
  values.some((value) => !(value instanceof Sql) || hasValues(value))

/** Whether all values of a fragment can be written into it. */
export const isInlinable = ({ values }: Sql): boolean =>
  values.every((value) =>
    value instanceof Sql ? isInlinable(value) : Array.isArray(value) || !isObject(value),
  )

const isObject = (value: unknown) => typeof value === 'object' && value !== null

function literal(value: unknown): string {
  if (value instanceof Sql) return inline(value)
  if (value === null) return 'null'
  if (typeof value === 'number') return `(${value})`
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (Array.isArray(value)) return literal(`{${value.map(member).join()}}`)
  throw new Error(`a ${typeof value} cannot be written into a statement`)
}

const member = (value: unknown): string =>
  value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`

/** PostgreSQL text cannot contain this character. */
const GAP = '\0'

/** Where a statement made by `template` takes its next value. */
export const gap = raw(GAP)

/** A statement that is built once and sent often: all values except those of its gaps are inlined. */
export function template<Row>(piece: Sql<Row>): (...values: unknown[]) => Sql<Row> {
  const strings = inline(piece).split(GAP)
  return (...values) => new Sql<Row>(strings, values)
}
