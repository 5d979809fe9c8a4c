import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** What a statement returned. */
export type Answer = { command: string; rows: unknown[]; rowCount: number }

/** A statement of a group, and what waits for its answer. */
export type Member = {
  query: pg.QueryConfig
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

type Parser = (text: string) => unknown
type Column = { name: string; parse: Parser }
type ParserOf = (oid: number, format?: 'text') => Parser

/** Fields of the driver's connection that its types do not declare. */
type Wire = pg.Connection & {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { text: string; name: string }): void
  bind(portal: { statement: string; values: (string | Buffer | null)[] }): void
  describe(portal: { type: 'P'; name: string }): void
  execute(portal: { portal: string; rows: number }): void
}

/** Columns of prepared statements, so that the database need not describe them again. */
const described = new WeakMap<pg.Connection, Map<string, Column[]>>()

/**
 * Statements that are sent together and answered together: one packet and one wake-up on each side; the driver
 * alone would request an answer for each. After a failed one the database skips the rest, which fail with the same
 * error.
 */
export class StatementGroup extends pg.Query {
  readonly #members: readonly Member[]
  readonly #parserOf: ParserOf
  /** An error instead of rows that could not be read: the statement itself was carried out. */
  readonly #answers: (Answer | Error)[] = []
  #columns: (Column[] | undefined)[] = []
  #rows: unknown[] = []
  /** Why a row of the current statement could not be parsed. */
  #unreadable: Error | undefined
  #wire: Wire | undefined
  /** State of the current statement, read by the driver. */
  name = ''
  text = ''
  /** The driver replaces this to add a timeout. */
  callback: (error: Error | null) => void
  query_timeout?: number

  constructor(members: readonly Member[], parserOf: ParserOf) {
    super({ text: '' })
    this.#members = members
    this.#parserOf = parserOf
    this.callback = (error) => this.#settle(error)
    const limits = members.flatMap(({ query }) => timeoutOf(query) ?? [])
    if (limits.length > 0) this.query_timeout = Math.max(...limits)
    this.#announce()
  }

  override submit = (connection: pg.Connection): Error | null => {
    try {
      // Throws for values that cannot be converted, before anything is sent.
      const values = this.#members.map(({ query }) => (query.values ?? []).map(prepareValue))
      this.#send(connection as Wire, values)
      return null
    } catch (error) {
      return error as Error
    }
  }

  #send(wire: Wire, values: (string | Buffer | null)[][]): void {
    this.#wire = wire
    const known = described.get(wire) ?? new Map<string, Column[]>()
    described.set(wire, known)
    this.#columns = this.#members.map(({ query: { name = '', text } }, at) => {
      const isPrepared = name !== '' && (name in wire.parsedStatements || isSent(wire, name))
      if (!isPrepared) wire.parse({ text, name })
      if (!isPrepared && name !== '') wire.submittedNamedStatements[name] = text
      wire.bind({ statement: name, values: values[at] ?? [] })
      const columns = known.get(name)
      if (!columns) wire.describe({ type: 'P', name: '' })
      wire.execute({ portal: '', rows: 0 })
      return columns
    })
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns[this.#answers.length] = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#parserOf(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(this.#toRow(fields))
    } catch (error) {
      this.#unreadable ??= error as Error
    }
  }

  #toRow(fields: (string | null)[]): Record<string, unknown> {
    const columns = this.#columns[this.#answers.length] ?? []
    const row: Record<string, unknown> = {}
    for (let at = 0; at < columns.length; at++) {
      const { name, parse } = columns[at] as Column
      const text = fields[at]
      row[name] = text === null || text === undefined ? null : parse(text)
    }
    return row
  }

  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ')
    const at = this.#answers.length
    const rowCount = Number(words.at(-1)) || 0
    const answer = { command: words[0] ?? '', rows: this.#rows, rowCount }
    this.#answers.push(this.#unreadable ?? answer)
    this.#rows = []
    this.#unreadable = undefined
    if (this.name !== '' && this.#wire) {
      described.get(this.#wire)?.set(this.name, this.#columns[at] ?? [])
    }
    this.#announce()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  handleError(error: Error): void {
    for (const { query } of this.#members.slice(this.#answers.length)) {
      // Not parsed by the server: the next use must send the text again.
      if (query.name && this.#wire) delete this.#wire.submittedNamedStatements[query.name]
    }
    this.callback(error)
  }

  #announce(): void {
    const { name = '', text = '' } = this.#members[this.#answers.length]?.query ?? {}
    this.name = name
    this.text = text
  }

  #settle(error: Error | null): void {
    for (const [at, member] of this.#members.entries()) {
      const answer = this.#answers[at]
      if (answer instanceof Error) member.reject(answer)
      else if (answer) member.resolve(answer)
      else member.reject(error ?? new Error('the database did not answer a statement'))
    }
  }
}

const isSent = (wire: Wire, name: string) => name in wire.submittedNamedStatements

const timeoutOf = (query: pg.QueryConfig): number | undefined =>
  (query as { query_timeout?: number }).query_timeout
