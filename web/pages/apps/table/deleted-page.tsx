import { Button, Group, ScrollArea, Table, Text } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApi, useChange } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Person } from '../../../components/person.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'

const SIZE = 50

/** What was deleted, and the way back. */
export function DeletedPage() {
  const t = useTexts()
  const { namespace = '', code = '' } = useParams()
  const params = { namespace, code }
  const [from, setFrom] = useState(0)
  const app = useApi('scheme', 'getApp', { params }, { fresh: 60_000 })
  const name = app.data?.application.name ?? ''
  const deleted = useApi('apps', 'deleted', { params, input: { from, size: SIZE } }, { keep: true })
  return (
    <Page title={t.apps.deleted.title} above={<Link to={links.app(namespace, code)}>{name}</Link>}>
      <Shown of={deleted}>
        {({ items, total }) =>
          total === 0 ? (
            <Empty icon={IconTrash} title={t.apps.deleted.empty} hint={t.apps.deleted.hint} />
          ) : (
            <>
              <ScrollArea>
                <Table miw={560} verticalSpacing={6}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{t.apps.system.__name}</Table.Th>
                      <Table.Th>{t.apps.deleted.at}</Table.Th>
                      <Table.Th>{t.apps.deleted.by}</Table.Th>
                      <Table.Th aria-label={t.apps.deleted.restore} />
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {items.map((item) => (
                      <Deleted key={item.id} params={params} item={item} />
                    ))}
                  </Table.Tbody>
                </Table>
              </ScrollArea>
              <Pages from={from} total={total} onFrom={setFrom} />
            </>
          )
        }
      </Shown>
    </Page>
  )
}

type DeletedProps = {
  params: { namespace: string; code: string }
  item: { id: string; name: string; deletedAt: string; deletedBy: { id: string; name: string } }
}

function Deleted({ params, item }: DeletedProps) {
  const t = useTexts()
  const restore = useChange('apps', 'restoreItem')
  return (
    <Table.Tr>
      <Table.Td>{item.name || t.apps.unnamed}</Table.Td>
      <Table.Td>
        <When at={item.deletedAt} />
      </Table.Td>
      <Table.Td>
        <Person id={item.deletedBy.id} name={item.deletedBy.name} />
      </Table.Td>
      <Table.Td ta="right">
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconRestore size={14} />}
          loading={restore.isPending}
          onClick={() => restore.mutate({ params: { ...params, id: item.id } })}
        >
          {t.apps.deleted.restore}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

type PagesProps = { from: number; total: number; onFrom: (from: number) => void }

function Pages({ from, total, onFrom }: PagesProps) {
  const t = useTexts()
  if (total <= SIZE) return null
  return (
    <Group gap="xs" mt="md">
      <Button variant="default" disabled={from === 0} onClick={() => onFrom(from - SIZE)}>
        {t.apps.pages.before}
      </Button>
      <Text size="sm" c="var(--quiet)">
        {t.apps.pages.of(from + 1, Math.min(from + SIZE, total), total)}
      </Text>
      <Button variant="default" disabled={from + SIZE >= total} onClick={() => onFrom(from + SIZE)}>
        {t.apps.pages.next}
      </Button>
    </Group>
  )
}
