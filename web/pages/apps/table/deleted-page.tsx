import { Button } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { useAddressState } from '../../../components/address-state.ts'
import type { Column } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { PagedList } from '../../../components/paged-list.tsx'
import { Person } from '../../../components/person.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'

type Deleted = ReplyOf<'apps', 'deleted'>['items'][number]
type AppParams = { namespace: string; code: string }

const SIZE = 50

/** What was deleted, and the way back. */
export function DeletedPage() {
  const t = useTexts()
  const { namespace = '', code = '' } = useParams()
  const params = { namespace, code }
  const { page, set } = useAddressState()
  const app = useApi('scheme', 'getApp', { params }, { fresh: 60_000 })
  const name = app.data?.application.name ?? ''
  const input = { from: (page - 1) * SIZE, size: SIZE }
  const deleted = useApi('apps', 'deleted', { params, input }, { keep: true })
  const columns = useColumns(params)
  return (
    <Page title={t.apps.deleted.title} above={<Link to={links.app(namespace, code)}>{name}</Link>}>
      <Shown of={deleted}>
        {({ items, total }) => (
          <PagedList
            label={t.apps.deleted.title}
            columns={columns}
            rows={items}
            idOf={({ id }) => id}
            empty={
              <Empty icon={IconTrash} title={t.apps.deleted.empty} hint={t.apps.deleted.hint} />
            }
            total={total}
            size={SIZE}
            page={page}
            set={set}
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
