import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconConfetti, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { NavLink, useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { NotFound } from '../../frame/not-found.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { useListSettings } from '../apps/table/settings.ts'
import { ViewTabs } from '../apps/table/view-tabs.tsx'
import { FilterBar } from './filter-bar.tsx'
import { GROUPINGS, type Grouping } from './groups.ts'
import classes from './list.module.css'
import { NewTask } from './new-task.tsx'
import { isNarrowed, STATES, type State, searchOf, useTaskQuery } from './query.ts'
import { type ListName, STEP, useRows } from './rows.ts'
import { useGrouping } from './settings.ts'
import { useTaking } from './taking.ts'
import { TaskList } from './task-list.tsx'

const LISTS: ListName[] = ['incoming', 'outgoing', 'assisting', 'people', 'all']

export function ListPage() {
  const { list = 'incoming' } = useParams()
  const name = useLists().find((each) => each === list)
  if (!name) return <NotFound />
  return name === 'people' ? <TeamPage /> : <Listing key={name} list={name} />
}

/** The tasks of everybody are for administrators. */
const useLists = (): ListName[] => {
  const { isAdministrator } = useMe()
  return LISTS.filter((list) => list !== 'all' || isAdministrator)
}

/** The tasks of everybody who answers to the reader. */
function TeamPage() {
  const people = useApi('workplace', 'people', {}, { fresh: 60_000 })
  return (
    <Shown of={people}>
      {({ users }) => <Listing list="people" team={users.map(({ id }) => id)} />}
    </Shown>
  )
}

type ListingProps = { list: ListName; team?: string[] }

function Listing({ list, team }: ListingProps) {
  const t = useTexts()
  const { query, change } = useTaskQuery()
  const [grouping, choose] = useGrouping()
  const { settings, save } = useListSettings(`tasks/${list}`)
  const [isCreating, setCreating] = useState(false)
  const taking = useTaking()
  const search = searchOf(query)
  const views = settings.views ?? []
  return (
    <Page
      title={t.tasks.title}
      isFull
      actions={
        <Button
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {t.tasks.create.action}
        </Button>
      }
      below={
        <>
          <Group justify="space-between" gap="xs">
            <Lists />
            <Group gap="xs">
              <SegmentedControl
                size="xs"
                aria-label={t.tasks.state.label}
                value={query.state}
                onChange={(state) => change({ state: state as State })}
                data={statesOf(list).map((value) => ({ value, label: t.tasks.state[value] }))}
              />
              {query.state !== 'finished' && (
                <SegmentedControl
                  size="xs"
                  aria-label={t.tasks.group.label}
                  value={grouping}
                  onChange={(next) => choose(next as Grouping)}
                  data={GROUPINGS.map((value) => ({ value, label: t.tasks.group[value] }))}
                />
              )}
            </Group>
          </Group>
          <FilterBar list={list} query={query} team={team} onChange={change} />
          {(search !== '' || views.length > 0) && (
            <ViewTabs
              shared={[{ code: '', name: t.apps.views.all, address: '?', isCurrent: true }]}
              search={search}
              saved={query.saved}
              views={views}
              onSave={(next) => save({ views: next })}
            />
          )}
        </>
      }
    >
      {team?.length === 0 ? (
        <Empty title={t.tasks.empty.alone} hint={t.tasks.empty.aloneHint} />
      ) : (
        <TaskResults
          // Another list has another selection and begins at its top; what is typed only narrows it.
          key={searchOf({ ...query, text: '' })}
          list={list}
          team={team}
          taking={taking}
          grouping={query.state === 'finished' ? undefined : grouping}
          onCreate={() => setCreating(true)}
        />
      )}
      {isCreating && <NewTask onClose={() => setCreating(false)} />}
    </Page>
  )
}

/** Only whoever is asked puts tasks off. */
const statesOf = (list: ListName): readonly State[] =>
  list === 'incoming' ? STATES : STATES.filter((state) => state !== 'snoozed')

type FoundProps = ListingProps & {
  team: string[] | undefined
  grouping: Grouping | undefined
  taking: ReturnType<typeof useTaking>
  onCreate: () => void
}

function TaskResults({ list, team, grouping, taking, onCreate }: FoundProps) {
  const t = useTexts().tasks
  const { query } = useTaskQuery()
  const [size, setSize] = useState(STEP)
  const found = useRows(list, { query, size, team })
  const { hidden } = taking
  const data = useMemo(() => {
    const rows = found.data?.rows.filter(({ __id }) => !hidden.has(__id))
    return (
      rows &&
      found.data && { rows, total: found.data.total - (found.data.rows.length - rows.length) }
    )
  }, [found.data, hidden])
  const isAll = query.state === 'open' && !isNarrowed(query)
  return (
    <Shown of={{ ...found, data }}>
      {({ rows, total }) => (
        <TaskList
          rows={rows}
          total={total}
          grouping={grouping}
          list={list}
          taking={taking}
          onMore={() => setSize((known) => known + STEP)}
          onCreate={onCreate}
          // A list that becomes empty keeps what is open above it.
          empty={
            <Empty
              {...(isAll && { icon: IconConfetti })}
              title={isAll ? t.empty[list] : t.empty.none}
              hint={isAll ? t.empty[`${list}Hint`] : t.empty.noneHint}
            />
          }
        />
      )}
    </Shown>
  )
}

function Lists() {
  const t = useTexts()
  return (
    <nav className={classes.tabs} aria-label={t.tasks.lists.label}>
      {useLists().map((list) => (
        <NavLink key={list} to={links.tasks(list)} end className={classes.tab ?? ''}>
          {t.tasks.lists[list]}
        </NavLink>
      ))}
    </nav>
  )
}
