import { Button, Group, Select } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useAddressState } from '../../components/address-state.ts'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { Page } from '../../components/page.tsx'
import { Person } from '../../components/person.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { hueOf, Tag, Tags } from '../../components/tag.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { CreatePerson } from './create-person.tsx'
import { type PersonRow, STATUSES, type Status, usePeople } from './people.ts'
import { PeopleTabs } from './people-tabs.tsx'
import { PersonMenu } from './person-menu.tsx'

const asStatus = (text: string) => STATUSES.find((status) => status === text)

export function ListPage() {
  const t = useTexts()
  const me = useMe()
  const [isNew, setNew] = useState(false)
  const { get, set } = useAddressState()
  const [text, status] = [get('text'), asStatus(get('status'))]
  const people = usePeople({ text, status })
  const columns = useColumns(me.isAdministrator)
  return (
    <Page
      title={t.frame.menu.people}
      actions={
        me.isAdministrator && (
          <Button leftSection={<IconPlus size={14} />} onClick={() => setNew(true)}>
            {t.people.create}
          </Button>
        )
      }
      below={<PeopleTabs />}
    >
      <Group gap="xs" mb="sm">
        <SearchInput
          label={t.people.search}
          value={text}
          onSearch={(next) => set({ text: next })}
        />
        {me.isAdministrator && <StatusFilter value={status} onChange={set} />}
      </Group>
      <Shown of={people}>
        {(rows) => (
          <ListTable
            label={t.frame.menu.people}
            columns={columns}
            rows={rows}
            idOf={({ id }) => id}
            empty={<Empty icon={IconUsers} title={t.people.nobody} />}
            more={people}
          />
        )}
      </Shown>
      {isNew && <CreatePerson onClose={() => setNew(false)} />}
    </Page>
  )
}

function useColumns(isAdministrator: boolean): Column<PersonRow>[] {
  const t = useTexts().people
  const { more } = useTexts().frame.actions
  return [
    { key: 'name', title: t.fields.name, cell: (row) => <Person {...row} isLink /> },
    { key: 'position', title: t.fields.position, cell: ({ position }) => position },
    {
      key: 'email',
      title: t.fields.email,
      isWide: true,
      isQuiet: true,
      cell: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a>,
    },
    {
      key: 'phone',
      title: t.fields.phone,
      isWide: true,
      isQuiet: true,
      cell: ({ phone }) => phone && <a href={`tel:${phone}`}>{phone}</a>,
    },
    {
      key: 'status',
      title: t.fields.status,
      isWide: true,
      cell: ({ status, isGuest }) => (
        <Tags>
          <Tag state={status}>{t.statuses[status]}</Tag>
          {isGuest && <Tag hue={hueOf(2)}>{t.guest}</Tag>}
        </Tags>
      ),
    },
    ...(isAdministrator
      ? [
          {
            key: 'menu',
            title: more,
            isAction: true,
            cell: (row: PersonRow) => <PersonMenu person={row} />,
          },
        ]
      : []),
  ]
}

type StatusFilterProps = {
  value: Status | undefined
  onChange: (changes: { status: string | null }) => void
}

function StatusFilter({ value, onChange }: StatusFilterProps) {
  const t = useTexts().people
  return (
    <Select
      aria-label={t.fields.status}
      placeholder={t.anyStatus}
      data={STATUSES.map((status) => ({ value: status, label: t.statuses[status] }))}
      value={value ?? null}
      onChange={(status) => onChange({ status })}
      clearable
      w={170}
    />
  )
}
