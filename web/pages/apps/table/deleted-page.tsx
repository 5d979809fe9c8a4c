import { Button } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Person } from '../../../components/person.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useList } from '../../../list.ts'
import { useTexts } from '../../../texts/index.ts'

type Deleted = ReplyOf<'apps', 'deleted'>['items'][number]
type AppParams = { namespace: string; code: string }

const SIZE = 50

/** What was deleted, and the way back. */
export function DeletedPage() {
  const t = useTexts()
  const { namespace = '', code = '' } = useParams()
  const params = { namespace, code }
  const app = useApi('scheme', 'getApp', { params }, { fresh: 60_000 })
  const name = app.data?.application.name ?? ''
  const asked = useList(
    'apps',
    'deleted',
    { params, input: { size: SIZE } },
    { rows: ({ items }) => items },
  )
  const columns = useColumns(params)
  return (
    <Page title={t.apps.deleted.title} above={<Link to={links.app(namespace, code)}>{name}</Link>}>
      <Shown of={asked}>
        {() => (
          <ListTable
            label={t.apps.deleted.title}
            columns={columns}
            rows={asked.rows}
            idOf={({ id }) => id}
            empty={
              <Empty icon={IconTrash} title={t.apps.deleted.empty} hint={t.apps.deleted.hint} />
            }
            more={asked}
          />
        )}
      </Shown>
    </Page>
  )
}

function useColumns(params: AppParams): Column<Deleted>[] {
  const t = useTexts().apps
  return [
    { key: 'name', title: t.system.__name, cell: ({ name }) => name || t.unnamed },
    { key: 'at', title: t.deleted.at, cell: ({ deletedAt }) => <When at={deletedAt} /> },
    {
      key: 'by',
      title: t.deleted.by,
      isWide: true,
      cell: ({ deletedBy }) => <Person id={deletedBy.id} name={deletedBy.name} />,
    },
    {
      key: 'restore',
      title: t.deleted.restore,
      isAction: true,
      cell: ({ id }) => <Restore params={params} id={id} />,
    },
  ]
}

function Restore({ params, id }: { params: AppParams; id: string }) {
  const t = useTexts().apps.deleted
  const restore = useChange('apps', 'restoreItem')
  return (
    <Button
      variant="default"
      size="compact-xs"
      leftSection={<IconRestore size={14} />}
      loading={restore.isPending}
      onClick={() => restore.mutate({ params: { ...params, id } })}
    >
      {t.restore}
    </Button>
  )
}
