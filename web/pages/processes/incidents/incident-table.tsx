import { Checkbox, Table } from '@mantine/core'
import { Link } from 'react-router'
import { When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from '../processes.module.css'
import { type Incident, IncidentActions } from './incident-actions.tsx'

type IncidentTableProps = {
  incidents: Incident[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

export function IncidentTable({ incidents, chosen, onChoose }: IncidentTableProps) {
  const t = useTexts().processes
  const open = incidents.filter(({ closedAt }) => !closedAt)
  const isAll = open.length > 0 && open.every(({ id }) => chosen.has(id))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <Table className={`${classes.table} ${classes.cards}`} verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={32}>
            <Checkbox
              size="xs"
              aria-label={t.columns.chooseAll}
              checked={isAll}
              indeterminate={!isAll && chosen.size > 0}
              disabled={open.length === 0}
              onChange={() => onChoose(new Set(isAll ? [] : open.map(({ id }) => id)))}
            />
          </Table.Th>
          <Table.Th>{t.incidents.message}</Table.Th>
          <Table.Th data-extra>{t.columns.process}</Table.Th>
          <Table.Th data-extra>{t.incidents.age}</Table.Th>
          <Table.Td />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {incidents.map((incident) => (
          <Row
            key={incident.id}
            incident={incident}
            isChosen={chosen.has(incident.id)}
            onToggle={() => toggle(incident.id)}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

type RowProps = { incident: Incident; isChosen: boolean; onToggle: () => void }

function Row({ incident, isChosen, onToggle }: RowProps) {
  const t = useTexts().processes
  const { instance, instanceName, elementName, message, processName, process, closedAt } = incident
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={t.columns.choose(instanceName)}
          checked={isChosen}
          disabled={closedAt !== null}
          onChange={onToggle}
        />
      </Table.Td>
      <Table.Td>
        <Link to={links.instance(instance)} className={classes.name}>
          {instanceName}
        </Link>{' '}
        <span className={classes.quiet}>· {elementName || t.instances.unnamed}</span>
        <div>{message}</div>
        <div className={classes.below}>
          {processName} · <When at={incident.openedAt} />
        </div>
      </Table.Td>
      <Table.Td data-extra>
        <Link to={links.process(process)} className={classes.link}>
          {processName}
        </Link>
      </Table.Td>
      <Table.Td data-extra data-time>
        <When at={incident.openedAt} />
      </Table.Td>
      <Table.Td data-end>
        {closedAt ? (
          <>
            <PeopleValue value={incident.closedBy} isShort />
            <div className={classes.quiet}>
              <When at={closedAt} />
            </div>
          </>
        ) : (
          <IncidentActions incident={incident} />
        )}
      </Table.Td>
    </Table.Tr>
  )
}
