import { type Column, ListTable } from '../../../components/list-table.tsx'
import { useDates } from '../../../components/when.tsx'
import { useTexts } from '../../../texts/index.ts'
import { Section } from '../../apps/item/section.tsx'
import classes from '../processes.module.css'
import { useDuration } from '../time.ts'
import { type Element, measured } from './heat.ts'

/** The same numbers for who reads rather than looks: named steps, the slowest first. */
export function HeatTable({ elements }: { elements: readonly Element[] }) {
  const t = useTexts()
  const { heat } = t.processes
  const { number } = useDates()
  const { long } = useDuration()
  const time = (seconds: number | null) => (seconds === null ? t.frame.values.none : long(seconds))
  const shown = elements
    .filter(({ name, entered }) => name !== '' && entered > 0)
    .toSorted((one, other) => (other.meanSeconds ?? 0) - (one.meanSeconds ?? 0))
  if (shown.length === 0) return null
  const late: Column<Element>[] = [
    {
      key: 'breaches',
      title: heat.breached,
      isNumber: true,
      cell: ({ breaches }) => number(breaches),
    },
    { key: 'risk', title: heat.atRisk, isNumber: true, cell: ({ atRisk }) => number(atRisk) },
  ]
  const columns: Column<Element>[] = [
    { key: 'step', title: heat.step, cell: ({ name }) => name },
    { key: 'entered', title: heat.entered, isNumber: true, cell: (each) => number(each.entered) },
    { key: 'active', title: heat.active, isNumber: true, cell: ({ active }) => number(active) },
    { key: 'mean', title: heat.mean, isNumber: true, cell: (each) => time(each.meanSeconds) },
    {
      key: 'longest',
      title: heat.longest,
      isNumber: true,
      isWide: true,
      cell: ({ maxSeconds }) => time(maxSeconds),
    },
    ...(shown.some((each) => measured(each, 'sla') > 0) ? late : []),
  ]
  return (
    <div className={classes.section}>
      <Section title={heat.table}>
        <ListTable label={heat.table} columns={columns} rows={shown} idOf={({ id }) => id} />
      </Section>
    </div>
  )
}
