import { type JsonText, writeObject } from '../lib/json-text.ts'

/** How long the database took, in milliseconds, and what would make it faster. */
export type Timing = { page: number; count: number; hints: readonly string[] }

type Page = {
  rows: readonly JsonText[]
  /** Null if the count was not requested. */
  total: number | null
  /** The cursor of the next page; null after the last one. */
  after?: string | null | undefined
  timing?: Timing | undefined
}

/** A page of a list and the total number of rows. Returned by handlers and sent by the frame. */
export class List implements Page {
  readonly rows: readonly JsonText[]
  readonly total: number | null
  readonly after: string | null | undefined
  readonly timing: Timing | undefined

  constructor({ rows, total, after, timing }: Page) {
    this.rows = rows
    this.total = total
    this.after = after
    this.timing = timing
  }

  /** The only row. */
  get row(): JsonText {
    const [row] = this.rows
    if (!row) throw new Error('the list has no row')
    return row
  }

  parse<Row>(): Row[] {
    return this.rows.map((row) => row.parse<Row>())
  }

  withRows(rows: readonly JsonText[]): List {
    return new List({ ...this, rows })
  }

  /** The header that tells how long the list took. */
  get serverTiming(): string | undefined {
    if (!this.timing) return undefined
    const { page, count, hints } = this.timing
    const told = hints.map((hint) => `, hint;desc="${hint}"`)
    return `page;dur=${page.toFixed(1)}, count;dur=${count.toFixed(1)}${told.join('')}`
  }

  /** The body of a list response, `{"result":{"result":[…],"total":N}}`. */
  toText(): string {
    const { rows: result, total, after } = this
    return `{"result":${writeObject({ result, total, after })}}`
  }
}
