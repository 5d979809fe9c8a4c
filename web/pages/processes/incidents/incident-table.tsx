import { Link } from 'react-router'
import { Below, type Column, ListTable } from '../../../components/list-table.tsx'
import type { More } from '../../../components/load-more.tsx'
import { ServerText } from '../../../components/told.tsx'
import { When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../admin/texts.ts'
import classes from '../processes.module.css'
import { type Incident, IncidentActions } from './incident-actions.tsx'

type IncidentTableProps = {
  list: More & { rows: Incident[] }
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
}

export function IncidentTable({ list, selected, onSelect }: IncidentTableProps) {
  const t = useTexts().admin.parts
  const columns = useColumns()
  return (
    <ListTable
      label={t.incidents}
      columns={columns}
      rows={list.rows}
      idOf={({ id }) => id}
      selection={{
        ids: selected,
        onChange: onSelect,
        nameOf: ({ instanceName }) => instanceName,
        isDisabled: ({ closedAt }) => closedAt !== null,
      }}
      more={list}
      hasCards
    />
  )
}

function useColumns(): Column<Incident>[] {
  const { columns, incidents } = useTexts().processes
  return [
    {
      key: 'message',
      title: incidents.message,
      cell: (incident) => <IncidentMessage incident={incident} />,
    },
    {
      key: 'process',
      title: columns.process,
      isWide: true,
      cell: ({ process, processName }) => (
        <Link to={links.process(process)} className={classes.link}>
          {processName}
        </Link>
      ),
    },
    {
      key: 'age',
      title: incidents.age,
      isWide: true,
      isTight: true,
      cell: ({ openedAt }) => <When at={openedAt} />,
    },
    {
      key: 'actions',
      title: incidents.more,
      isAction: true,
      cell: (incident) =>
        incident.closedAt ? (
          <Closed incident={incident} />
        ) : (
          <IncidentActions incident={incident} />
        ),
    },
  ]
}

function IncidentMessage({ incident }: { incident: Incident }) {
  const t = useTexts().processes
  const { instance, instanceName, elementName, message, processName, openedAt } = incident
  return (
    <div>
      <Link to={links.instance(instance)} className={classes.name}>
        {instanceName}
      </Link>{' '}
      <span className={classes.quiet}>· {elementName || t.instances.unnamed}</span>
      <div>
        <ServerText message={message} />
      </div>
      <Below>
        {processName} · <When at={openedAt} />
      </Below>
    </div>
  )
}

function Closed({ incident: { closedAt, closedBy } }: { incident: Incident }) {
  return (
    <div>
      <PeopleValue value={closedBy} isShort />
      <div className={classes.quiet}>
        <When at={closedAt} />
      </div>
    </div>
  )
}
