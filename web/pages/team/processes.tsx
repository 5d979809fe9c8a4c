import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { useDates } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useDayTexts } from '../../texts/day.ts'
import { useTexts } from '../../texts/index.ts'
import { Section } from '../apps/item/section.tsx'
import { useDuration } from '../processes/time.ts'
import { CountLink } from './count-link.tsx'
import classes from './team.module.css'
import { Trend } from './trend.tsx'
import { DONE_LATE, listOf, type Process, type TeamWork } from './work.ts'

const SLA_COUNTS = { breached: 'slaBreached', atRisk: 'slaAtRisk' } as const

/** How much each process brings about by week, and how long that takes. */
export function Processes({ work: { processes, whose } }: { work: TeamWork }) {
  const t = useDayTexts().team
  const none = useTexts().frame.values.none
  const { number } = useDates()
  const { exact } = useDuration()
  const list = listOf(whose)
  const time = (seconds: number | null) => (seconds === null ? none : exact(seconds))
  const columns: Column<Process>[] = [
    {
      key: 'process',
      title: t.process,
      cell: ({ id, name }) => (
        <Link to={`${links.process(id)}?heat=times`} className="link">
          {name}
        </Link>
      ),
    },
    {
      key: 'running',
      title: t.running,
      isNumber: true,
      cell: ({ id, name, running }) => (
        <CountLink
          count={running}
          to={`${links.process(id)}?state=running`}
          label={t.runningOf(name)}
        />
      ),
    },
    {
      key: 'throughput',
      title: t.throughput,
      isTight: true,
      cell: ({ name, weeks }) => {
        const values = weeks.map(({ ended }) => ended)
        const label = t.trend(`${t.throughput}, ${name}`, values.map(number).join(', '))
        return <Trend label={label} values={values} last={number(values.at(-1) ?? 0)} isBars />
      },
    },
    {
      key: 'lead',
      title: `${t.lead}, ${t.leadHint}`,
      isTight: true,
      cell: ({ name, weeks }) => {
        const values = weeks.map(({ leadSeconds }) => leadSeconds)
        const label = t.trend(`${t.lead}, ${name}`, values.map(time).join(', '))
        const last = values.findLast((value) => value !== null) ?? null
        return <Trend label={label} values={values} last={time(last)} />
      },
    },
    {
      key: 'breaches',
      title: t.breaches,
      isNumber: true,
      isWide: true,
      cell: ({ namespace, code, name, closedLate }) => (
        <CountLink
          count={closedLate}
          to={list({ ...DONE_LATE, process: `${namespace}:${code}` })}
          label={t.breachesOf(name)}
        />
      ),
    },
    ...(['breached', 'atRisk'] as const).map(
      (sla): Column<Process> => ({
        key: sla,
        title: t.sla[sla],
        isNumber: true,
        cell: (each) => (
          <CountLink
            count={each[SLA_COUNTS[sla]]}
            to={`${links.process(each.id)}?sla=${sla}`}
            label={t.slaOf[sla](each.name)}
            isBad={sla === 'breached'}
          />
        ),
      }),
    ),
    {
      key: 'incidents',
      title: t.incidents,
      isNumber: true,
      isWide: true,
      cell: ({ id, name, incidents }) => (
        <CountLink
          count={incidents}
          to={`${links.incidents}?process=${id}`}
          label={t.incidentsOf(name)}
          isBad
        />
      ),
    },
  ]
  return (
    <Section title={t.processes}>
      <Text className={classes.hint}>{processes.length > 0 ? t.processesHint : t.noProcesses}</Text>
      {processes.length > 0 && (
        <ListTable
          label={t.processes}
          columns={columns}
          rows={processes}
          idOf={({ id }) => id}
          hasCards
        />
      )}
    </Section>
  )
}
