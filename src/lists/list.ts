import { invalid } from '../lib/errors.ts'
import type { Db } from '../platform/db/db.ts'
import { toCursor } from './cursor.ts'
import { compile } from './query.ts'
import type { ListRequest } from './request.ts'
import type { Source } from './source.ts'
import { run } from './statements.ts'
import { totalOf } from './totals.ts'

/** A page: its rows as JSON text made by PostgreSQL, and how many there are in all. */
export type List = {
  rowsText: string
  /** Null when nobody wanted it counted. */
  total: number | null
  /** Where the next page begins, for who pages by cursor; null after the last one. */
  after?: string | null
}

type Row = { row: string; cursor: string }

export async function list(db: Db, source: Source, request: ListRequest): Promise<List> {
  const { from, size, after } = request
  if (after !== undefined && from > 0) throw invalid('from: not together with after')
  const query = await compile(source, request)
  const rows = size === 0 ? [] : await run<Row>(db, query.page)
  const rowsText = `[${rows.map(({ row }) => row).join(',')}]`
  const total = () => totalOf(db, source, query)
  if (after === undefined) return { rowsText, total: await totalAfter(rows.length, request, total) }
  const last = rows.length < size ? undefined : rows.at(-1)
  return {
    rowsText,
    total: await totalAfter(rows.length, request, total),
    after: last ? toCursor(query.orderMark, last.cursor) : null,
  }
}

/** The last page tells how many there are. */
async function totalAfter(
  found: number,
  { from, size, total, after }: ListRequest,
  count: () => Promise<number>,
): Promise<number | null> {
  if (!total) return null
  const isLast = found < size && (found > 0 || from === 0)
  return isLast && !after ? from + found : count()
}

/** The body of a list answer, `{"result":{"result":[…],"total":N}}`. */
export const resultText = ({ rowsText, total, after }: List): string => {
  const next = after === undefined ? '' : `,"after":${JSON.stringify(after)}`
  return `{"result":{"result":${rowsText},"total":${total}${next}}}`
}
