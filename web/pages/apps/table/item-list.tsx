import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { Empty } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import { useColours } from '../colours.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type App, wantedFields } from './fields.ts'
import { ItemTable } from './item-table.tsx'
import { type ListRequest, useRows } from './rows.ts'
import { partsOf, useSummaries, useTableGroups } from './table-groups.ts'
import type { Rights } from './use-navigation-app.ts'
import { useSelection } from './use-selection.ts'
import { filterOf, isFiltered, type View } from './view.ts'

/** Newest first is what people look for; it has an index in every app. */
const NEWEST = [
  { field: '__createdAt', ascending: false },
  { field: '__id', ascending: false },
]

/** What a view asks of the list. */
export const askedBy = (app: App, view: View, columns: Field[]): ListRequest => ({
  params: { namespace: app.namespace, code: app.code },
  input: {
    active: true,
    filter: filterOf(view),
    ...(view.shared?.statusCode && { statusCode: view.shared.statusCode }),
    sortExpressions: view.sort.length > 0 ? view.sort : NEWEST,
    fields: wantedFields(columns),
  },
})

type ItemListProps = {
  app: App
  fields: Field[]
  columns: Field[]
  view: View
  onView: (part: Partial<View>) => void
  rights: Rights | undefined
  widths: Record<string, number>
  onWidths: (widths: Record<string, number>) => void
  onColumns: (codes: string[]) => void
  onTotal: (total: number | undefined) => void
}

const ALL_OPEN: ReadonlySet<string> = new Set()

export function ItemList({ app, columns, view, onView, ...props }: ItemListProps) {
  const { fields } = props
  const colours = useColours({ ...view, colourBy: '' }, fields)
  const asked = useMemo(
    () => askedBy(app, view, [...new Set([...columns, ...colours.needs])]),
    [app, view, columns, colours.needs],
  )
  const { groups, parts } = useGroupsOf(asked, fields, view)
  const rows = useRows(asked, parts)
  const counted = groups?.all.reduce((sum, { count }) => sum + count, 0)
  const total = parts ? counted : rows.total
  const computed = useSummaries(asked, view.summaries)
  const { onTotal } = props
  useEffect(() => onTotal(total), [onTotal, total])
  const selection = useSelection((index) => rows.rowAt(index)?.__id)
  const wanted = JSON.stringify(asked.input?.filter)
  const narrowed = JSON.stringify(filterOf({ ...view, text: '' }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another filter are other rows; what is typed only finds some of them
  useEffect(() => selection.clear(), [narrowed])
  return (
    <>
      {total === 0 ? (
        <NoItems app={app} view={view} />
      ) : (
        <ItemTable
          app={app}
          columns={columns}
          widths={props.widths}
          onWidths={props.onWidths}
          onColumns={props.onColumns}
          sort={view.sort}
          onSort={(sort) => onView({ sort })}
          rows={rows}
          order={`${wanted} ${JSON.stringify(view.sort)}`}
          selection={selection}
          hueOf={colours.hueOf}
          groups={groups}
          all={total}
          summaries={view.summaries}
          onSummaries={(summaries) => onView({ summaries })}
          computed={computed}
          canEdit={(props.rights?.update || props.rights?.create) ?? false}
        />
      )}
      {selection.ids.size > 0 && (
        <BulkBar
          app={app}
          fields={fields}
          selection={selection}
          total={total ?? 0}
          asked={asked}
          rights={props.rights}
        />
      )}
    </>
  )
}

function NoItems({ app, view }: Pick<ItemListProps, 'app' | 'view'>) {
  const t = useTexts().apps.empty
  return isFiltered(view) ? (
    <Empty icon={IconFilterOff} title={t.filtered} hint={t.filteredHint} />
  ) : (
    <Empty icon={IconInbox} title={t.title(app.name)} hint={t.hint} />
  )
}

/** The groups of the view, and the rows of those that are open. */
function useGroupsOf(asked: ListRequest, fields: Field[], { groupBy, summaries }: View) {
  const field = fields.find(({ code }) => code === groupBy)
  const all = useTableGroups(asked, field, summaries)
  const [closed, setClosed] = useState(ALL_OPEN)
  return useMemo(() => {
    if (!field || !all) return { groups: undefined, parts: field ? [] : undefined }
    const open = all.filter(({ word }) => !closed.has(word))
    const onOpen = (word: string, isOpen: boolean) =>
      setClosed(new Set(isOpen ? [...closed].filter((each) => each !== word) : [...closed, word]))
    return { groups: { field, all, closed, onOpen }, parts: partsOf(asked, field, open) }
  }, [asked, field, all, closed])
}
