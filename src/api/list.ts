import { type JsonText, writeObject } from '../lib/json-text.ts'

type Page = {
  rows: readonly JsonText[]
  /** Null if the count was not requested. */
  total: number | null
  /** The cursor of the next page; null after the last one. */
  after?: string | null | undefined
}

/** A page of a list and the total number of rows. Returned by handlers and sent by the frame. */
export class List implements Page {
  readonly rows: readonly JsonText[]
  readonly total: number | null
  readonly after: string | null | undefined

  constructor({ rows, total, after }: Page) {
    this.rows = rows
    this.total = total
    this.after = after
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

  /** The body of a list response, `{"result":{"result":[…],"total":N}}`. */
  toText(): string {
    const { rows: result, total, after } = this
    return `{"result":${writeObject({ result, total, after })}}`
  }
}
