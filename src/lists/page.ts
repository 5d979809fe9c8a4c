import type { SortType } from '../fields/kinds/kind.ts'
import { invalid } from '../lib/errors.ts'
import type { Db } from '../platform/db/db.ts'
import { and, raw, type Sql, sql } from '../platform/db/sql.ts'
import { cursorOf, orderBy, orderMark, rowsAfter, type SortKey, toCursor } from './cursor.ts'

export type PageRequest = { from: number; size: number; after?: string | undefined }

/** Only where `after` was sent: the cursor of the next page, null at the end. */
export type Next = { after?: string | null }

/** A list that an area writes in SQL of its own. */
export type PlainList = {
  columns: Sql
  from: Sql
  where: readonly Sql[]
  /** Never null, and the last one unique. */
  order: SortKey[]
}

const key =
  (ascending: boolean) =>
  (name: string, type: SortType): SortKey => ({
    name,
    value: raw(name),
    type,
    ascending,
    hasAlways: true,
  })

export const ascending = key(true)
export const descending = key(false)

export async function readPage<Row>(
  db: Db,
  { columns, from, where, order }: PlainList,
  request: PageRequest,
): Promise<{ rows: Row[] } & Next> {
  const { size, after } = request
  if (after !== undefined && request.from > 0) throw invalid('from: cannot be combined with after')
  const wanted = after ? [...where, rowsAfter(after, order)] : where
  const found = await db.all(sql<Row & { cursor?: string }>`
    select ${columns}${after === undefined ? raw('') : sql`, ${cursorOf(order)} as cursor`}
    from ${from} where ${and(wanted)}
    order by ${orderBy(order)} limit ${size} offset ${request.from}`)
  if (after === undefined) return { rows: found }
  const rows = found.map(({ cursor: _, ...row }) => row as Row)
  const last = rows.length < size ? undefined : found.at(-1)?.cursor
  return { rows, after: last === undefined ? null : toCursor(orderMark(order), last) }
}

/** The same, and how many rows there are on all pages. */
export async function listPage<Row>(
  db: Db,
  list: PlainList,
  request: PageRequest,
): Promise<{ rows: Row[]; total: number } & Next> {
  const { from, where } = list
  const [page, { total }] = await Promise.all([
    readPage<Row>(db, list, request),
    db.one(sql<{ total: number }>`select count(*) as total from ${from} where ${and(where)}`),
  ])
  return { ...page, total }
}
