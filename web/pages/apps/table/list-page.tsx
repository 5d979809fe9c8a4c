import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useApi } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Loading, Shown } from '../../../components/states.tsx'
import { Chips } from '../filter/chips.tsx'
import { FilterPanel } from '../filter/filter-panel.tsx'
import { ListActions } from './actions.tsx'
import { type App, defaultColumns, useListFields } from './fields.ts'
import { ItemList } from './item-list.tsx'
import { useAppSettings } from './settings.ts'
import { Toolbar } from './toolbar.tsx'
import { useNavigationApp } from './use-navigation-app.ts'
import { useView } from './view.ts'
import { ViewTabs } from './view-tabs.tsx'

const Board = lazy(async () => ({ default: (await import('../board/board.tsx')).Board }))

/** The items of an app, as a table or as a board. */
export function ListPage() {
  const { namespace = '', code = '' } = useParams()
  const app = useApi('scheme', 'getApp', { params: { namespace, code } }, { fresh: 60_000 })
  return (
    <Shown of={app}>
      {({ application }) => <AppList key={application.__id} app={application} />}
    </Shown>
  )
}

function AppList({ app }: { app: App }) {
  const { view, change } = useView()
  const fields = useListFields(app)
  const { settings, isKnown, save } = useAppSettings(app.namespace, app.code)
  const { above, rights } = useNavigationApp(app)
  const [total, setTotal] = useState<number>()
  const [isFiltering, setFiltering] = useState(false)
  const codes = view.columns ?? settings.columns ?? defaultColumns(app, fields)
  const columns = codes.flatMap((code) => fields.find((field) => field.code === code) ?? [])
  const setColumns = (next: string[]) =>
    // In a view of one's own the columns are part of the view, elsewhere a habit.
    view.columns || view.saved ? change({ columns: next }) : save({ columns: next })
  const hasBoard = fields.some(({ code }) => code === '__status')
  const isBoard = hasBoard && view.as === 'board'
  const shared = { app, fields, columns, view, onView: change, rights }
  return (
    <Page
      title={app.name}
      above={above}
      isFull
      actions={<ListActions {...shared} />}
      below={
        <>
          <ViewTabs view={view} settings={settings} onSave={save} />
          <Toolbar
            {...shared}
            hasBoard={hasBoard}
            total={isBoard ? undefined : total}
            isFiltering={isFiltering}
            onFiltering={setFiltering}
            onColumns={setColumns}
          />
          {!isFiltering && (
            <Chips
              fields={fields}
              view={view}
              onChange={change}
              onOpen={() => setFiltering(true)}
            />
          )}
          {isFiltering && (
            <FilterPanel
              key={view.saved}
              app={{ namespace: app.namespace, code: app.code }}
              fields={fields}
              view={view}
              onChange={change}
            />
          )}
        </>
      }
    >
      {!isKnown && <Loading />}
      {isKnown && isBoard && (
        <Suspense fallback={<Loading />}>
          <Board {...shared} />
        </Suspense>
      )}
      {isKnown && !isBoard && (
        <ItemList
          {...shared}
          widths={settings.widths ?? {}}
          onWidths={(widths) => save({ widths })}
          onColumns={setColumns}
          onTotal={setTotal}
        />
      )}
    </Page>
  )
}
