import { Table } from '@mantine/core'
import { useDates } from '../../../components/when.tsx'
import { useTexts } from '../../../texts/index.ts'
import { Section } from '../../apps/item/section.tsx'
import classes from '../processes.module.css'
import { useDuration } from '../time.ts'
import type { Element } from './heat.ts'

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
  return (
    <div className={classes.section}>
      <Section title={heat.table}>
        <Table className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{heat.step}</Table.Th>
              <Table.Th data-number>{heat.entered}</Table.Th>
              <Table.Th data-number>{heat.active}</Table.Th>
              <Table.Th data-number>{heat.mean}</Table.Th>
              <Table.Th data-number data-extra>
                {heat.longest}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ id, name, entered, active, meanSeconds, maxSeconds }) => (
              <Table.Tr key={id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td data-number>{number(entered)}</Table.Td>
                <Table.Td data-number>{number(active)}</Table.Td>
                <Table.Td data-number>{time(meanSeconds)}</Table.Td>
                <Table.Td data-number data-extra>
                  {time(maxSeconds)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
    </div>
  )
}
