import { List } from '../api/list.ts'
import { invalid } from '../lib/errors.ts'
import { JsonText } from '../lib/json-text.ts'
import type { Db } from '../platform/db/db.ts'
import { toCursor } from './cursor.ts'
import { hintsFor } from './hints.ts'
import { compile } from './query.ts'
import type { ListRequest } from './request.ts'
import type { Source } from './source.ts'
import { totalOf } from './totals.ts'

/** Milliseconds from which on a list says what would make it faster. */
const SLOW = 100

export async function list(db: Db, source: Source, request: ListRequest): Promise<List> {
  const { from, size, after } = request
  if (after !== undefined && from > 0) throw invalid('from: cannot be combined with after')
  const query = await compile(source, request)
  const begun = performance.now()
  const rows = size === 0 ? [] : await db.all(query.page)
  const found = performance.now()
  const total = await totalAfter(rows.length, request, () => totalOf(db, source, query))
  const counted = performance.now()
  const hints = counted - begun < SLOW ? [] : hintsFor(source, query, request)
  const timing = { page: found - begun, count: counted - found, hints }
  const texts = rows.map(({ row }) => new JsonText(row))
  if (after === undefined) return new List({ rows: texts, total, timing })
  const last = rows.length < size ? undefined : rows.at(-1)
  const next = last ? toCursor(query.orderMark, last.cursor) : null
  return new List({ rows: texts, total, after: next, timing })
}

/** On the last page the total is known without counting. */
async function totalAfter(
  found: number,
  { from, size, total, after }: ListRequest,
  count: () => Promise<number>,
): Promise<number | null> {
  if (!total) return null
  const isLast = found < size && (found > 0 || from === 0)
  return isLast && !after ? from + found : count()
}
