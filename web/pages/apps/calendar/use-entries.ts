import { useApi } from '../../../api.ts'
import type { Field } from '../../../fields/field.ts'
import type { Colours } from '../colours.ts'
import type { AppAddress } from '../item/app.ts'
import type { Item } from '../table/fields.ts'
import { type Day, daysOf } from './days.ts'

/** Which items a calendar shows, and where. */
export type Source = {
  filter?: Record<string, unknown> | undefined
  statusCode?: string[] | undefined
  date: string
  until?: string | undefined
  colours?: Colours
}

const MOST = 500

/** The items of these days, once for each day that they are on. */
export function useEntries(
  { namespace, code }: AppAddress,
  { source, fields, days }: { source: Source; fields: readonly Field[]; days: readonly Day[] },
) {
  const { filter, statusCode, date, until, colours } = source
  const [from, to] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const notBefore = (field: string) => ({ gte: [{ field }, { const: `${from}T00:00:00Z` }] })
  const asked = useApi(
    'apps',
    'listItems',
    {
      params: { namespace, code },
      input: {
        active: true,
        filter: {
          and: [
            ...(filter && Object.keys(filter).length > 0 ? [filter] : []),
            { lte: [{ field: date }, { const: `${to}T23:59:59Z` }] },
            { or: [date, ...(until ? [until] : [])].map(notBefore) },
          ],
        },
        ...(statusCode && { statusCode }),
        sortExpressions: [{ field: date, ascending: true }],
        fields: {
          __name: true,
          [date]: true,
          ...(until && { [until]: true }),
          ...Object.fromEntries((colours?.needs ?? []).map((field) => [field.code, true])),
        },
        size: MOST,
        total: false,
      },
    },
    { keep: true },
  )
  const kindOf = (each: string) =>
    String(fields.find((field) => field.code === each)?.data.kind ?? 'datetime')
  const items = (asked.data?.result.result ?? []) as Item[]
  const entries = items.flatMap((item) =>
    daysOf(
      { at: item[date], kind: kindOf(date) },
      until ? { at: item[until], kind: kindOf(until) } : undefined,
    ).map((day) => ({ day, item })),
  )
  return {
    byDay: Map.groupBy(entries, ({ day }) => day),
    error: asked.data ? undefined : asked.error,
    refetch: asked.refetch,
  }
}
