import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useApi } from '../../../api.ts'
import { client } from '../../../client.ts'
import { Page } from '../../../components/page.tsx'
import { Loading, Shown } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { NamedIcon } from '../../../frame/named-icon.tsx'
import { useTexts } from '../../../texts/index.ts'
import { useShareView } from '../../build/use-share-view.ts'
import { Chips } from '../filter/chips.tsx'
import { FilterPanel } from '../filter/filter-panel.tsx'
import { canGroupBy } from '../groups.ts'
import { ListActions } from './actions.tsx'
import { type App, defaultColumns, isDate, useListFields } from './fields.ts'
import { ItemList } from './item-list.tsx'
import { useAppSettings } from './settings.ts'
import { Toolbar } from './toolbar.tsx'
import { useNavigationApp } from './use-navigation-app.ts'
import { addressOfShared, MODES, type Mode, readView, searchOf, useView } from './view.ts'
import { toDefinition } from './view-definition.ts'
import { ViewTabs } from './view-tabs.tsx'

const Board = lazy(async () => ({ default: (await import('../board/app-board.tsx')).AppBoard }))
const Calendar = lazy(async () => ({
  default: (await import('../calendar/app-calendar.tsx')).AppCalendar,
}))
const Timeline = lazy(async () => ({
  default: (await import('../timeline/app-timeline.tsx')).AppTimeline,
}))
const Gallery = lazy(async () => ({
  default: (await import('../gallery/app-gallery.tsx')).AppGallery,
}))

/** The items of an app: as a table, as a board, in a calendar, on a timeline or as pictures. */
export function ListPage() {
  const { namespace = '', code = '' } = useParams()
  const app = useApi('scheme', 'getApp', { params: { namespace, code } }, { fresh: 60_000 })
  return (
    <Shown of={app}>
      {({ application }) => <AppList key={application.__id} app={application} />}
    </Shown>
  )
}

const countedIn = ({ namespace, code }: App) => ({
  key: `${namespace}/${code}`,
  count: async (query: string) => {
    const input = { active: true, filter: { eql: { query } }, size: 0 }
    const { result } = await client.apps.listItems({ params: { namespace, code }, input })
    return result.total ?? 0
  },
})

function AppList({ app }: { app: App }) {
  const t = useTexts()
  const { view, change } = useView(app)
  const fields = useListFields(app)
  const { settings, isKnown, save } = useAppSettings(app.namespace, app.code)
  const { above, rights, solution } = useNavigationApp(app)
  const share = useShareView({
    namespace: app.namespace,
    solution,
    file: `workspaces/${app.namespace}/apps/${app.code}.yaml`,
    taken: app.views.map((each) => each.code),
    define: ({ name, search }) =>
      toDefinition(name, readView(new URLSearchParams(search), app), fields),
  })
  const [total, setTotal] = useState<number>()
  const [isFiltering, setFiltering] = useState(false)
  const codes = view.columns ?? settings.columns ?? defaultColumns(app, fields)
  const columns = codes.flatMap((code) => fields.find((field) => field.code === code) ?? [])
  const setColumns = (next: string[]) =>
    // In a view of one's own the columns are part of the view, elsewhere a habit.
    view.columns || view.saved || view.shared ? change({ columns: next }) : save({ columns: next })
  const modes = MODES.filter((mode) => mode === view.shared?.type || isPossible(mode, fields))
  const as = modes.find((mode) => mode === view.as) ?? 'table'
  // What the view itself says about cards is for those who have chosen nothing.
  const isChosen =
    view.columns === undefined
      ? settings.columns !== undefined && !view.shared?.card
      : view.columns !== view.shared?.columns
  const shared = { app, fields, columns, view, onView: change, rights }
  return (
    <Page
      title={app.name}
      icon={app.icon && <NamedIcon name={app.icon} size={22} />}
      above={above}
      isFull
      actions={<ListActions {...shared} />}
      below={
        <>
          <ViewTabs
            shared={[undefined, ...app.views].map((each) => ({
              code: each?.code ?? '',
              name: each?.name ?? t.apps.views.all,
              address: addressOfShared(each, app),
              isCurrent: view.shared === each,
            }))}
            search={searchOf(view, app)}
            saved={view.saved}
            views={settings.views ?? []}
            onSave={(views) => save({ views })}
            onShare={share}
          />
          <Toolbar
            {...shared}
            modes={modes}
            as={as}
            total={as === 'table' ? total : undefined}
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
              key={`${view.saved} ${view.shared?.code}`}
              counted={countedIn(app)}
              fields={fields}
              view={view}
              onChange={change}
            />
          )}
        </>
      }
    >
      {!isKnown && <Loading />}
      {isKnown && as !== 'table' && (
        <Suspense fallback={<Loading />}>
          {as === 'board' && <Board {...shared} isChosen={isChosen} />}
          {as === 'calendar' && <Calendar {...shared} />}
          {as === 'timeline' && <Timeline {...shared} />}
          {as === 'gallery' && <Gallery {...shared} isChosen={isChosen} />}
        </Suspense>
      )}
      {isKnown && as === 'table' && (
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

/** A board needs statuses or a choice, calendars and timelines a date, a gallery pictures. */
const isPossible = (mode: Mode, fields: Field[]): boolean => {
  const own = fields.filter(({ code }) => !code.startsWith('__'))
  switch (mode) {
    case 'table':
      return true
    case 'board':
      return fields.some(({ code }) => code === '__status') || own.some(isChoice)
    case 'gallery':
      return own.some(({ type }) => type === 'IMAGE')
    default:
      return own.some(isDate)
  }
}

const isChoice = (field: Field): boolean => field.type === 'CATEGORY' && canGroupBy(field)
