import { invalid } from '../lib/errors.ts'
import { conditionOf, orderOf } from './conditions.ts'
import { compareBy, type Row, toPredicate } from './in-memory.ts'
import type { Fields } from './path.ts'
import { isShown, readProjection } from './projection.ts'
import type { ListRequest } from './request.ts'

/**
 * A list of rows in memory, such as definitions: the same request gives the same result as `list` over a
 * table. Without a sort order the rows keep theirs.
 */
export function filterRows<R extends Row>(
  rows: readonly R[],
  request: ListRequest,
  fields: Fields,
): { rows: Partial<R>[]; total: number | null } {
  if (request.after !== undefined) throw invalid('after: not supported by this list, use from')
  const isWanted = toPredicate(conditionOf(request, { fields }), fields)
  const found = rows.filter(isWanted)
  const projection = readProjection(request.fields)
  const page = sorted(found, request, fields).slice(request.from, request.from + request.size)
  const shown = page.map(
    (row) =>
      Object.fromEntries(Object.entries(row).filter(([code]) => isShown(projection, code))) as R,
  )
  return { rows: shown, total: request.total ? found.length : null }
}

function sorted<R extends Row>(rows: R[], request: ListRequest, fields: Fields): R[] {
  if (request.sortExpressions.length === 0) return rows
  const comparers = orderOf(request.sortExpressions, fields).map(compareBy)
  return rows.toSorted((left, right) => {
    for (const compare of comparers) {
      const sign = compare(left, right)
      if (sign !== 0) return sign
    }
    return 0
  })
}
