import { Button } from '@mantine/core'
import { IconPlayerPlay, IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { Below, type Column, ListTable } from '../../components/list-table.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { useDates, When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './processes.module.css'
import { StartProcess } from './start-process.tsx'
import { SuspendedTag } from './state-tag.tsx'
import { ProcessTabs } from './tabs.tsx'

type Summary = ReplyOf<'processes', 'list'>['processes'][number]

/** What can be started, and how much of it runs. */
export function ProcessesPage() {
  const t = useTexts().processes
  const processes = useApi('processes', 'list', {})
  const [starting, setStarting] = useState<string>()
  const columns = useColumns(setStarting)
  return (
    <Page title={t.title} below={<ProcessTabs />}>
      <Shown of={processes}>
        {({ processes: all }) => (
          <ListTable
            label={t.title}
            columns={columns}
            rows={all}
            idOf={({ id }) => id}
            empty={<Empty icon={IconRoute} title={t.list.empty} hint={t.list.emptyHint} />}
          />
        )}
      </Shown>
      {starting && <StartProcess id={starting} onClose={() => setStarting(undefined)} />}
    </Page>
  )
}

function useColumns(onStart: (id: string) => void): Column<Summary>[] {
  const t = useTexts()
  const { columns, start } = t.processes
  const { number } = useDates()
  const workspaceOf = useWorkspaces()
  const { none } = t.frame.values
  return [
    {
      key: 'name',
      title: columns.name,
      cell: ({ id, name, namespace, suspendedAt }) => (
        <>
          <Link to={links.process(id)} className={classes.name}>
            {name}
          </Link>{' '}
          {suspendedAt && <SuspendedTag />}
          <Below>{workspaceOf(namespace)}</Below>
        </>
      ),
    },
    {
      key: 'workspace',
      title: columns.workspace,
      isWide: true,
      cell: ({ namespace }) => workspaceOf(namespace),
    },
    {
      key: 'running',
      title: columns.running,
      isNumber: true,
      cell: ({ running }) => (running > 0 ? number(running) : none),
    },
    {
      key: 'incidents',
      title: columns.incidents,
      isNumber: true,
      isWide: true,
      cell: ({ id, incidents }) =>
        incidents > 0 ? (
          <Link to={`${links.process(id)}?state=incident`} className={classes.wrong}>
            {number(incidents)}
          </Link>
        ) : (
          none
        ),
    },
    {
      key: 'started',
      title: columns.startedLast,
      isWide: true,
      cell: ({ startedLast }) => <When at={startedLast} />,
    },
    {
      key: 'start',
      title: start.action,
      isAction: true,
      cell: ({ id, name, canStart, suspendedAt }) =>
        canStart &&
        suspendedAt === null && (
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={14} stroke={1.6} />}
            aria-label={start.title(name)}
            onClick={() => onStart(id)}
          >
            {start.action}
          </Button>
        ),
    },
  ]
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
