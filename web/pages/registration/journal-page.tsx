import { Button } from '@mantine/core'
import { IconBookmarkPlus, IconRubberStamp } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAddressState } from '../../components/address-state.ts'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { Page } from '../../components/page.tsx'
import { Person } from '../../components/person.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { Tag } from '../../components/tag.tsx'
import { useDates } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import { type Entry, toRequest } from './journal.ts'
import { JournalFilters } from './journal-filters.tsx'
import { RecordMenu } from './record-menu.tsx'
import { useRegisteredApps } from './registered-apps.ts'
import { RegistrationTabs } from './registration-tabs.tsx'
import { Reserve } from './reserve.tsx'

const PAGE = 50

/** Every number that was given, in all folders. */
export function JournalPage() {
  const t = useTexts()
  const [isReserving, setReserving] = useState(false)
  const { get, set } = useAddressState()
  const apps = useRegisteredApps()
  const columns = useColumns()
  const asked = useList(
    'registration',
    'records',
    { input: { ...toRequest(get), size: PAGE } },
    { rows: ({ records }) => records, keep: true },
  )
  return (
    <Page
      title={t.frame.menu.registration}
      actions={
        apps.some(({ canRegister }) => canRegister) && (
          <Button
            leftSection={<IconBookmarkPlus size={14} stroke={1.6} />}
            onClick={() => setReserving(true)}
          >
            {t.registration.reserve}
          </Button>
        )
      }
      below={<RegistrationTabs />}
    >
      <JournalFilters apps={apps} get={get} set={set} />
      <Shown of={asked}>
        {() => (
          <ListTable
            label={t.registration.journal}
            columns={columns}
            rows={asked.rows}
            idOf={({ id }) => id}
            empty={
              <Empty
                icon={IconRubberStamp}
                title={t.registration.nothing}
                hint={t.registration.nothingHint}
              />
            }
            more={asked}
          />
        )}
      </Shown>
      {isReserving && <Reserve apps={apps} onClose={() => setReserving(false)} />}
    </Page>
  )
}

function useColumns(): Column<Entry>[] {
  const t = useTexts().registration
  const { more } = useTexts().frame.actions
  const dates = useDates()
  return [
    {
      key: 'number',
      title: t.fields.number,
      isTight: true,
      cell: ({ number, state }) =>
        state === 'canceled' ? <s>{number}</s> : <strong>{number}</strong>,
    },
    { key: 'date', title: t.fields.date, isTight: true, cell: ({ date }) => dates.day(date) },
    { key: 'item', title: t.fields.item, cell: (entry) => <Item entry={entry} /> },
    {
      key: 'folder',
      title: t.fields.folder,
      isWide: true,
      isQuiet: true,
      cell: ({ folder }) => folder.name,
    },
    {
      key: 'registrar',
      title: t.fields.registrar,
      isWide: true,
      cell: ({ registrar }) => <Person {...registrar} isLink />,
    },
    {
      key: 'state',
      title: t.fields.state,
      isWide: true,
      cell: ({ state }) => <Tag state={state}>{t.states[state]}</Tag>,
    },
    { key: 'menu', title: more, isAction: true, cell: (entry) => <RecordMenu entry={entry} /> },
  ]
}

/** Numbers can be there before their document is. */
function Item({ entry: { item } }: { entry: Entry }) {
  const t = useTexts().registration
  if (!item.id) return <span data-none>{t.noItem}</span>
  return (
    <Link to={links.item(item.namespace, item.code, item.id)} className="link">
      {item.name || t.untitled}
    </Link>
  )
}
