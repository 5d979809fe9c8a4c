import { Button, Group as Line, Text } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { useAddressState } from '../../components/address-state.ts'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { hueOf, Tag } from '../../components/tag.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { GroupForm } from './group-form.tsx'
import { useWorkspaces } from './groups.ts'
import { PeopleTabs } from './people-tabs.tsx'

type Row = ReplyOf<'scheme', 'listGroups'>['result']['result'][number]

export function GroupsPage() {
  const t = useTexts().people
  const me = useMe()
  const [isNew, setNew] = useState(false)
  const { get, set } = useAddressState()
  const text = get('text').toLowerCase()
  const columns = useColumns()
  const asked = useApi('scheme', 'listGroups', {
    input: { active: true, size: -1, sortExpressions: [{ field: '__name', ascending: true }] },
  })
  const isMeant = ({ __name = '', description = '' }: Row) =>
    `${__name} ${description}`.toLowerCase().includes(text)
  return (
    <Page
      title={t.tabs.groups}
      actions={
        me.isAdministrator && (
          <Button leftSection={<IconPlus size={14} />} onClick={() => setNew(true)}>
            {t.groups.create}
          </Button>
        )
      }
      below={<PeopleTabs />}
    >
      <Line mb="sm">
        <SearchInput
          label={t.groups.search}
          value={get('text')}
          onSearch={(next) => set({ text: next })}
        />
      </Line>
      <Shown of={asked}>
        {({ result }) => {
          const rows = result.result.filter(isMeant)
          return (
            <ListTable
              label={t.tabs.groups}
              columns={columns}
              rows={rows}
              idOf={({ __id }) => __id}
              empty={<Empty icon={IconUsersGroup} title={t.groups.none} />}
            />
          )
        }}
      </Shown>
      {isNew && <GroupForm onClose={() => setNew(false)} />}
    </Page>
  )
}

function useColumns(): Column<Row>[] {
  const t = useTexts().people.groups
  const { nameOf } = useWorkspaces()
  return [
    {
      key: 'name',
      title: t.name,
      cell: ({ __id, __name, description }) => (
        <>
          <div>
            <Link to={links.group(__id)} className="link">
              {__name}
            </Link>
          </div>
          <Text size="xs" c="var(--quiet)" lineClamp={1}>
            {description}
          </Text>
        </>
      ),
    },
    {
      key: 'kind',
      title: t.kind,
      cell: ({ isRole }) => (
        <Tag hue={hueOf(isRole ? 2 : 1)} isBare>
          {isRole ? t.role : t.group}
        </Tag>
      ),
    },
    {
      key: 'owner',
      title: t.owner,
      isWide: true,
      isQuiet: true,
      cell: ({ namespace = '' }) => nameOf(namespace),
    },
    {
      key: 'members',
      title: t.direct,
      isNumber: true,
      isWide: true,
      cell: ({ subOrgunitIds }) => subOrgunitIds?.length,
    },
  ]
}
