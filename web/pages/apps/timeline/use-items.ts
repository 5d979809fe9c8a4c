import type { Field } from '../../../fields/field.ts'
import { useList } from '../../../list.ts'
import { both } from '../groups.ts'
import type { App, Item } from '../table/fields.ts'
import { askedBy } from '../table/item-list.tsx'
import type { View } from '../table/view.ts'
import type { TimelineDates } from './app-timeline.tsx'
import type { Scale } from './scale.ts'

const SIZE = 100

type TimelineRequest = { app: App; view: View; dates: TimelineDates; scale: Scale; needs: Field[] }

/** The items of which a part is on the scale, in the order of the view or of their beginning. */
export function useItems({ app, view, dates: { start, end }, scale, needs }: TimelineRequest) {
  const shown = [start, end, ...needs].flatMap((field) => field ?? [])
  const asked = askedBy(app, view, [...new Set(shown)])
  const notBefore = ({ code: field }: Field) => ({
    gte: [{ field }, { const: `${scale.first}T00:00:00Z` }],
  })
  const within = start && {
    and: [
      { lte: [{ field: start.code }, { const: `${scale.last}T23:59:59Z` }] },
      { or: [start, ...(end ? [end] : [])].map(notBefore) },
    ],
  }
  const byStart = [{ field: start?.code ?? '__createdAt', ascending: true }]
  return useList(
    'apps',
    'listItems',
    {
      ...asked,
      input: {
        ...asked.input,
        filter: both(asked.input?.filter ?? {}, within ?? {}),
        sortExpressions: view.sort.length > 0 ? view.sort : byStart,
        size: SIZE,
      },
    },
    {
      rows: ({ result }) => result.result as Item[],
      later: { total: false },
      keep: true,
      fresh: 60_000,
    },
  )
}
