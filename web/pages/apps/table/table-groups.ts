import { useMemo } from 'react'
import { useApi } from '../../../api.ts'
import type { Field } from '../../../fields/field.ts'
import { both, filterOfValue, orderOf, wordOf } from '../groups.ts'
import type { TableGroup } from './lines.ts'
import type { ListRequest, RowsPart } from './rows.ts'
import type { Summary } from './summaries.ts'

type Summaries = Record<string, Summary>

const MOST_GROUPS = 200
/** As many as one request computes, besides the number of rows. */
const MOST_SUMMARIES = 9

const requestOf = ({ params, input }: ListRequest, summaries: Summaries) => ({
  params,
  input: {
    filter: input?.filter ?? {},
    ...(input?.statusCode && { statusCode: input.statusCode }),
    values: [
      { function: 'count' as const },
      ...Object.entries(summaries)
        .slice(0, MOST_SUMMARIES)
        .map(([field, of]) => ({ function: of, field })),
    ],
  },
})

const byColumn = (summaries: Summaries, values: unknown[]): Record<string, unknown> =>
  Object.fromEntries(Object.keys(summaries).map((code, at) => [code, values[at + 1]]))

/** What is computed of all rows, whether they are loaded or not. */
export function useSummaries(asked: ListRequest, summaries: Summaries) {
  const isAsked = Object.keys(summaries).length > 0
  const { data } = useApi('apps', 'aggregate', requestOf(asked, summaries), {
    enabled: isAsked,
    keep: true,
  })
  return isAsked ? byColumn(summaries, data?.groups[0]?.values ?? []) : {}
}

/** The groups of a table, counted by the server; undefined until they are known. */
export function useTableGroups(
  asked: ListRequest,
  field: Field | undefined,
  summaries: Summaries,
): TableGroup[] | undefined {
  const { params, input } = requestOf(asked, summaries)
  const { data } = useApi(
    'apps',
    'aggregate',
    {
      params,
      input: {
        ...input,
        groupBy: [{ field: field?.code ?? '' }],
        size: MOST_GROUPS,
        ...(field && { order: orderOf(field) }),
      },
    },
    { enabled: field !== undefined, keep: true },
  )
  return useMemo(
    () =>
      data?.groups.map(({ keys: [value], values }) => ({
        word: wordOf(value),
        value,
        count: Number(values[0]),
        summaries: byColumn(summaries, values),
      })),
    [data, summaries],
  )
}

/** The rows of the groups that are open, one after the other. */
export function partsOf(
  asked: ListRequest,
  field: Field,
  groups: readonly TableGroup[],
): RowsPart[] {
  let start = 0
  return groups.map(({ value, count }) => {
    const filter = both(asked.input?.filter ?? {}, filterOfValue(field, value))
    const part = { asked: { ...asked, input: { ...asked.input, filter } }, start, count }
    start += count
    return part
  })
}
