/**
 * A piece of SQL with its values beside it. Values never become text: `sql` turns everything that
 * is not itself a piece into a parameter, and `name` quotes identifiers.
 */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

export const sql = (strings: TemplateStringsArray, ...values: unknown[]): Sql =>
  new Sql(strings, values)

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
