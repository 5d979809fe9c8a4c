import { Link } from 'react-router'
import { Below, type Column, ListTable } from '../../components/list-table.tsx'
import type { More } from '../../components/load-more.tsx'
import { Person } from '../../components/person.tsx'
import type { Selection } from '../../components/selection.tsx'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { CurrentSteps } from './current-steps.tsx'
import type { InstanceRow } from './instance-list.tsx'
import classes from './processes.module.css'
import { StateTag, SuspendedTag } from './state-tag.tsx'

type InstanceTableProps = {
  list: More & { rows: InstanceRow[] }
  hasProcess: boolean
  selection: Omit<Selection<InstanceRow>, 'nameOf'> | undefined
}

export function InstanceTable({ list, hasProcess, selection }: InstanceTableProps) {
  const t = useTexts().processes.instances
  const columns = useColumns(hasProcess)
  return (
    <ListTable
      label={t.title}
      columns={columns}
      rows={list.rows}
      idOf={({ id }) => id}
      more={list}
      selection={selection && { ...selection, nameOf: ({ name }) => name }}
    />
  )
}

function useColumns(hasProcess: boolean): Column<InstanceRow>[] {
  const { columns, versions } = useTexts().processes
  return [
    {
      key: 'name',
      title: columns.name,
      cell: ({ id, name, at }) => (
        <>
          <Link to={links.instance(id)} className={classes.name}>
            {name}
          </Link>
          <Below>
            <CurrentSteps at={at} />
          </Below>
        </>
      ),
    },
    {
      key: 'state',
      title: columns.state,
      cell: ({ state, suspendedAt }) => (
        <>
          <StateTag state={state} />
          {suspendedAt && (
            <div>
              <SuspendedTag />
            </div>
          )}
        </>
      ),
    },
    { key: 'at', title: columns.at, isWide: true, cell: ({ at }) => <CurrentSteps at={at} /> },
    hasProcess
      ? {
          key: 'process',
          title: columns.process,
          isWide: true,
          cell: ({ processId, processName }) => (
            <Link to={links.process(processId)} className={classes.link}>
              {processName}
            </Link>
          ),
        }
      : {
          key: 'version',
          title: columns.version,
          isWide: true,
          isTight: true,
          cell: ({ version }) => versions.version(version),
        },
    {
      key: 'started',
      title: columns.started,
      isWide: true,
      isTight: true,
      cell: ({ startedAt }) => <When at={startedAt} />,
    },
    {
      key: 'author',
      title: columns.author,
      isWide: true,
      cell: ({ author }) => <Person id={author.id} name={author.name} isLink />,
    },
  ]
}
