/** How a statement is sent, where that is not the usual way. */
export type Sending = {
  /** Found by its key and answered at once, so that it may share a line with others of its kind. */
  readonly isQuick?: boolean
  /** Milliseconds to wait for an answer, where that is longer than usual. */
  readonly patience?: number
  /** Used once and not worth a prepared statement. Without values it may be several statements. */
  readonly isOnce?: boolean
}

/**
 * A statement or a piece of one, with its values beside it. Values never become text: `sql` turns
 * everything that is not itself a piece into a parameter, and `name` quotes identifiers. Pieces
 * stay a tree until they are sent.
 */
export class Sql<Row = unknown> {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly sending: Sending | undefined
  /** Never there: the type of the rows that are answered. */
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

export const patient = <Row>(piece: Sql<Row>, patience: number): Sql<Row> =>
  sent(piece, { patience })

export const once = <Row>(piece: Sql<Row>): Sql<Row> => sent(piece, { isOnce: true })

/** Text that is ours, never a caller's. */
export const raw = (text: string): Sql => new Sql([text], [])

/** A quoted identifier, or several joined by dots. */
export const name = (...parts: string[]): Sql => raw(parts.map(quoteName).join('.'))

export const quoteName = (part: string): string => `"${part.replaceAll('"', '""')}"`

export function join(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return raw('')
  const between = pieces.slice(1).map(() => separator)
  return new Sql(['', ...between, ''], pieces)
}

export const and = (pieces: readonly Sql[]): Sql =>
  pieces.length === 0 ? raw('true') : sql`(${join(pieces, ' and ')})`

export const or = (pieces: readonly Sql[]): Sql =>
  pieces.length === 0 ? raw('false') : sql`(${join(pieces, ' or ')})`

/** The columns of a new row and their values. What is undefined is left to its default. */
export function valuesOf(row: object): Sql {
  const given = givenIn(row)
  const values = given.map(([, value]) => sql`${value}`)
  return sql`(${namesOf(given)}) values (${join(values, ', ')})`
}

/** What an update sets. What is undefined stays as it is. */
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

/** No text of PostgreSQL holds this character. */
const GAP = '\0'

/** Where a statement made by `template` takes its next value. */
export const gap = raw(GAP)

/** A statement that is put together once and sent often: all values but those of its gaps are text. */
export function template<Row>(piece: Sql<Row>): (...values: unknown[]) => Sql<Row> {
  const strings = inline(piece).split(GAP)
  return (...values) => new Sql<Row>(strings, values)
}
