import { Button, Table } from '@mantine/core'
import { IconPlayerPlay, IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { useDates, When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './processes.module.css'
import { StartProcess } from './start-process.tsx'
import { ProcessTabs } from './tabs.tsx'

type Summary = ReplyOf<'processes', 'list'>['processes'][number]

/** What can be started, and how much of it runs. */
export function ProcessesPage() {
  const t = useTexts().processes
  const processes = useApi('processes', 'list', {})
  return (
    <Page title={t.title} below={<ProcessTabs />}>
      <Shown of={processes}>
        {({ processes: all }) =>
          all.length === 0 ? (
            <Empty icon={IconRoute} title={t.list.empty} hint={t.list.emptyHint} />
          ) : (
            <Processes all={all} />
          )
        }
      </Shown>
    </Page>
  )
}

function Processes({ all }: { all: Summary[] }) {
  const t = useTexts().processes
  const workspaceOf = useWorkspaces()
  const [starting, setStarting] = useState<string>()
  const columns = t.columns
  return (
    <>
      <Table className={classes.table} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.name}</Table.Th>
            <Table.Th data-extra>{columns.workspace}</Table.Th>
            <Table.Th data-number>{columns.running}</Table.Th>
            <Table.Th data-number data-extra>
              {columns.incidents}
            </Table.Th>
            <Table.Th data-extra>{columns.startedLast}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map((each) => (
            <Row
              key={each.id}
              process={each}
              workspace={workspaceOf(each.namespace)}
              onStart={() => setStarting(each.id)}
            />
          ))}
        </Table.Tbody>
      </Table>
      {starting && <StartProcess id={starting} onClose={() => setStarting(undefined)} />}
    </>
  )
}

type RowProps = { process: Summary; workspace: string; onStart: () => void }

function Row({ process, workspace, onStart }: RowProps) {
  const t = useTexts()
  const { number } = useDates()
  const { id, name, running, incidents, startedLast, canStart } = process
  return (
    <Table.Tr>
      <Table.Td>
        <Link to={links.process(id)} className={classes.name}>
          {name}
        </Link>
        <div className={classes.below}>{workspace}</div>
      </Table.Td>
      <Table.Td data-extra>{workspace}</Table.Td>
      <Table.Td data-number>{running > 0 ? number(running) : t.frame.values.none}</Table.Td>
      <Table.Td data-number data-extra>
        {incidents > 0 ? (
          <Link to={`${links.process(id)}?state=incident`} className={classes.wrong}>
            {number(incidents)}
          </Link>
        ) : (
          t.frame.values.none
        )}
      </Table.Td>
      <Table.Td data-extra>
        <When at={startedLast} />
      </Table.Td>
      <Table.Td data-end>
        {canStart && (
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={14} stroke={1.6} />}
            aria-label={t.processes.start.title(name)}
            onClick={onStart}
          >
            {t.processes.start.action}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** A namespace is a workspace, an app of one (`crm.orders`), or a module. */
function useWorkspaces() {
  const t = useTexts().processes
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  return (namespace: string): string => {
    const [code = ''] = namespace.split('.')
    const workspace = data?.workspaces.find((each) => each.code === code)
    if (workspace) return workspace.name
    return namespace.startsWith('ext_') ? t.list.module : code
  }
}
