import type { Condition } from '../fields/condition.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import type { Query } from './query.ts'
import type { ListRequest } from './request.ts'
import type { Source } from './source.ts'

/** How a list uses a field. */
type Use = { code: string; how: 'sorted' | 'filtered' | 'searched' }

/** From here on pages are skipped faster with a cursor. */
const DEEP = 10_000

/** What would make a slow list faster: missing indexes, and a cursor instead of `from`. */
export function hintsFor(
  { columns }: Pick<Source, 'columns'>,
  { condition }: Pick<Query, 'condition'>,
  { sortExpressions, from }: Pick<ListRequest, 'sortExpressions' | 'from'>,
): string[] {
  // Only the first key of an order can use an index.
  const sorts = sortExpressions.slice(0, 1).map(({ field }): Use => {
    const [code = ''] = field.split('.')
    return { code, how: 'sorted' }
  })
  const hints = [...sorts, ...usesIn(condition)].flatMap(({ code, how }) => {
    const field = columns.get(code)?.field
    if (!field || code.startsWith('__')) return []
    const { index, searchIndex, linked } = fieldTypeOf(field.type)
    const key = how === 'searched' ? 'searchable' : 'indexed'
    const isPossible = how === 'searched' ? searchIndex : index
    const hasIndex = field[key] || (key === 'indexed' && (field.unique || linked))
    if (!isPossible || hasIndex) return []
    return [`${code} is ${how} without an index: write ${key}: true in its definition`]
  })
  const deep = from >= DEEP ? [`from is ${from}: ask for the next page with after`] : []
  return [...new Set([...hints, ...deep])]
}

/** Conditions that an index could answer; negations read everything anyway. */
function usesIn(condition: Condition): Use[] {
  if (condition.op === 'and' || condition.op === 'or') return condition.of.flatMap(usesIn)
  if (condition.op === 'like') return [{ code: condition.path.code, how: 'searched' }]
  if (condition.op !== 'compare' && condition.op !== 'in') return []
  return [{ code: condition.path.code, how: 'filtered' }]
}
