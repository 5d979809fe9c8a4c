import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { Empty } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type App, wantedFields } from './fields.ts'
import { ItemTable } from './item-table.tsx'
import { type ListAsked, useRows } from './rows.ts'
import type { Rights } from './use-navigation-app.ts'
import { useSelection } from './use-selection.ts'
import { filterOf, isFiltered, type View } from './view.ts'

/** Newest first is what people look for; it has an index in every app. */
const NEWEST = [
  { field: '__createdAt', ascending: false },
  { field: '__id', ascending: false },
]

/** What a view asks of the list. */
export const askedBy = (app: App, view: View, columns: Field[]): ListAsked => ({
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

export function ItemList({ app, columns, view, onView, ...props }: ItemListProps) {
  const t = useTexts()
  const asked = useMemo(() => askedBy(app, view, columns), [app, view, columns])
  const rows = useRows(asked)
  const { onTotal } = props
  useEffect(() => onTotal(rows.total), [onTotal, rows.total])
  const selection = useSelection((index) => rows.rowAt(index)?.__id)
  const wanted = JSON.stringify(asked.input?.filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another filter are other rows
  useEffect(() => selection.clear(), [wanted])
  if (rows.total === 0) {
    return isFiltered(view) ? (
      <Empty icon={IconFilterOff} title={t.apps.empty.filtered} hint={t.apps.empty.filteredHint} />
    ) : (
      <Empty icon={IconInbox} title={t.apps.empty.title(app.name)} hint={t.apps.empty.hint} />
    )
  }
  return (
    <>
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
      />
      {selection.ids.size > 0 && (
        <BulkBar
          app={app}
          fields={props.fields}
          selection={selection}
          total={rows.total ?? 0}
          asked={asked}
          rights={props.rights}
        />
      )}
    </>
  )
}
