import { Text } from '@mantine/core'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { useDates } from '../../../components/when.tsx'
import { useTexts } from '../../../texts/index.ts'
import { Section } from '../../apps/item/section.tsx'
import classes from '../processes.module.css'
import { useDuration } from '../time.ts'
import type { Statistics } from './heat.ts'

type Clock = Statistics['clocks'][number]

/** How often each service level was met. */
export function ClockTable({ clocks }: { clocks: readonly Clock[] }) {
  const t = useTexts()
  const { heat, clocks: words } = t.processes
  const { number } = useDates()
  const { long } = useDuration()
  const column = (key: 'running' | 'atRisk' | 'met' | 'breached'): Column<Clock> => ({
    key,
    title: { ...heat, running: heat.active }[key],
    isNumber: true,
    cell: (clock) => number(clock[key]),
  })
  const columns: Column<Clock>[] = [
    { key: 'name', title: words.title, cell: ({ name }) => name },
    ...(['running', 'atRisk', 'met', 'breached'] as const).map(column),
    {
      key: 'mean',
      title: heat.mean,
      isNumber: true,
      isWide: true,
      cell: ({ meanSeconds }) => (meanSeconds === null ? t.frame.values.none : long(meanSeconds)),
    },
  ]
  return (
    <div className={classes.section}>
      <Section title={words.title}>
        <ListTable
          label={words.title}
          columns={columns}
          rows={clocks}
          idOf={({ code }) => code}
          empty={<Text c="var(--quiet)">{heat.noClocks}</Text>}
        />
      </Section>
    </div>
  )
}
