import { Link } from 'react-router'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { ServerText } from '../../components/told.tsx'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useDayTexts } from '../../texts/day.ts'
import { Section } from '../apps/item/section.tsx'
import type { TeamWork } from './work.ts'

type Incident = TeamWork['incidents']['latest'][number]

export function Incidents({ work: { incidents } }: { work: TeamWork }) {
  const t = useDayTexts().team
  const columns: Column<Incident>[] = [
    {
      key: 'instance',
      title: t.process,
      cell: ({ instance, instanceName, processName }) => (
        <Link to={links.instance(instance)} className="link">
          {instanceName || processName}
        </Link>
      ),
    },
    { key: 'step', title: t.step, cell: ({ elementName }) => elementName },
    {
      key: 'problem',
      title: t.problem,
      isWide: true,
      cell: ({ message }) => <ServerText message={message} />,
    },
    {
      key: 'since',
      title: t.since,
      isTight: true,
      isQuiet: true,
      cell: ({ openedAt }) => <When at={openedAt} />,
    },
  ]
  if (incidents.total === 0) return null
  return (
    <Section title={t.latest}>
      <ListTable label={t.latest} columns={columns} rows={incidents.latest} idOf={({ id }) => id} />
    </Section>
  )
}
