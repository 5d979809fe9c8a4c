import { type JsonText, writeObject } from '../lib/json-text.ts'

type Page = {
  rows: readonly JsonText[]
  /** Null when nobody wanted it counted. */
  total: number | null
  /** Where the next page begins, for who pages by cursor; null after the last one. */
  after?: string | null | undefined
}

/** A page of a list and how many rows there are in all. A handler answers it, and the frame sends it. */
export class List implements Page {
  readonly rows: readonly JsonText[]
  readonly total: number | null
  readonly after: string | null | undefined

  constructor({ rows, total, after }: Page) {
    this.rows = rows
    this.total = total
    this.after = after
  }

  /** The only row that was asked for. */
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

  /** The body of a list answer, `{"result":{"result":[…],"total":N}}`. */
  toText(): string {
    const { rows: result, total, after } = this
    return `{"result":${writeObject({ result, total, after })}}`
  }
}
