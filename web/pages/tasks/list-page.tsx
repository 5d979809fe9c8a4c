import { Group, SegmentedControl, Select } from '@mantine/core'
import { IconConfetti } from '@tabler/icons-react'
import { useState } from 'react'
import { NavLink, useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { NotFound } from '../../frame/not-found.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { GROUPINGS, type Grouping } from './groups.ts'
import classes from './list.module.css'
import { type ListName, type Rows, useOwnRows, useRowsOf } from './rows.ts'
import { useGrouping } from './settings.ts'
import { TaskList } from './task-list.tsx'

const LISTS: ListName[] = ['incoming', 'outgoing', 'assisting', 'people']

export function ListPage() {
  const { list = 'incoming' } = useParams()
  const name = LISTS.find((each) => each === list)
  if (!name) return <NotFound />
  return name === 'people' ? <PeoplePage /> : <OwnPage key={name} list={name} />
}

function OwnPage({ list }: { list: Exclude<ListName, 'people'> }) {
  return <Listing list={list} of={useOwnRows(list)} />
}

/** More than that at once would ask the server too much: one of them is chosen then. */
const MOST_PEOPLE = 60
const EVERYBODY = ''

function PeoplePage() {
  const t = useTexts()
  const people = useApi('workplace', 'people', {}, { fresh: 60_000 })
  const [chosen, choose] = useState<string>()
  return (
    <Shown of={people}>
      {({ users }) => {
        const canAll = users.length <= MOST_PEOPLE
        const person = chosen ?? (canAll ? EVERYBODY : (users[0]?.id ?? EVERYBODY))
        const ids = person === EVERYBODY ? users.map(({ id }) => id) : [person]
        const options = users.map(({ id, name }) => ({ value: id, label: name }))
        return (
          <PeopleRows ids={ids}>
            <Select
              aria-label={t.tasks.people.choose}
              size="xs"
              searchable
              allowDeselect={false}
              value={person}
              onChange={(next) => choose(next ?? EVERYBODY)}
              data={[
                ...(canAll ? [{ value: EVERYBODY, label: t.tasks.people.all }] : []),
                ...options,
              ]}
            />
          </PeopleRows>
        )
      }}
    </Shown>
  )
}

function PeopleRows({ ids, children }: { ids: string[]; children: React.ReactNode }) {
  const t = useTexts()
  const rows = useRowsOf(ids)
  const isAlone = ids.length === 0
  return (
    <Listing list="people" of={rows} actions={!isAlone && children}>
      {isAlone && <Empty title={t.tasks.empty.alone} hint={t.tasks.empty.aloneHint} />}
    </Listing>
  )
}

type ListingProps = {
  list: ListName
  of: Rows
  actions?: React.ReactNode
  /** In the place of the list. */
  children?: React.ReactNode
}

function Listing({ list, of, actions, children }: ListingProps) {
  const t = useTexts()
  const [grouping, choose] = useGrouping()
  return (
    <Page
      title={t.tasks.title}
      isFull
      below={
        <Group justify="space-between" gap="xs">
          <Lists />
          <Group gap="xs">
            {actions}
            <SegmentedControl
              size="xs"
              aria-label={t.tasks.group.label}
              value={grouping}
              onChange={(next) => choose(next as Grouping)}
              data={GROUPINGS.map((value) => ({ value, label: t.tasks.group[value] }))}
            />
          </Group>
        </Group>
      }
    >
      {children || (
        <Shown of={of}>
          {({ rows, total }) =>
            rows.length === 0 ? (
              <Empty
                icon={IconConfetti}
                title={t.tasks.empty[list]}
                hint={t.tasks.empty[`${list}Hint`]}
              />
            ) : (
              <TaskList rows={rows} total={total} grouping={grouping} list={list} />
            )
          }
        </Shown>
      )}
    </Page>
  )
}

function Lists() {
  const t = useTexts()
  return (
    <nav className={classes.tabs} aria-label={t.tasks.lists.label}>
      {LISTS.map((list) => (
        <NavLink key={list} to={links.tasks(list)} end className={classes.tab ?? ''}>
          {t.tasks.lists[list]}
        </NavLink>
      ))}
    </nav>
  )
}
