import { SegmentedControl, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useApi } from '../../../api.ts'
import { useDates } from '../../../components/when.tsx'
import { useTexts } from '../../../texts/index.ts'
import { Diagram } from '../diagram/diagram.tsx'
import type { Process } from '../process-page.tsx'
import classes from '../processes.module.css'
import { useDuration } from '../time.ts'
import { ClockTable } from './clock-table.tsx'
import { MEASURES, type Measure, marksOf, measured, type Statistics } from './heat.ts'
import { HeatBadge } from './heat-badge.tsx'
import { HeatScale } from './heat-scale.tsx'
import { HeatTable } from './heat-table.tsx'

const NOTHING: Statistics['elements'] = []

type HeatMapProps = {
  process: Process
  start?: Measure | 'off'
  onChoose?: (measure: Measure | 'off') => void
  /** Without the numbers as a table. */
  isPlain?: boolean
}

/** The diagram, and on it how often or how long work waits at each step. */
export function HeatMap({ process, start = 'off', onChoose, isPlain = false }: HeatMapProps) {
  const t = useTexts().processes
  const [measure, setMeasure] = useState<Measure | 'off'>(start)
  const isOn = measure !== 'off'
  const isNewest = process.version === process.versions[0]?.version
  const { data } = useApi(
    'processes',
    'statistics',
    { params: { id: process.id }, input: isNewest ? {} : { version: process.version } },
    { enabled: isOn },
  )
  const { number } = useDates()
  const { exact } = useDuration()
  const elements = (isOn && data?.elements) || NOTHING
  const marks = useMemo(
    () => (measure === 'off' ? {} : marksOf(elements, measure)),
    [elements, measure],
  )
  const badges = elements
    .filter((each) => isOn && measured(each, measure) > 0)
    .map((each) => {
      const value = measured(each, isOn ? measure : 'counts')
      const text = {
        ...{ counts: number(value), times: exact(value), off: '' },
        sla: t.heat.exceeded(number(each.breaches), number(each.atRisk)),
      }
      return { element: each.id, content: <HeatBadge text={text[measure]} /> }
    })
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t.heat.show}
          value={measure}
          onChange={(next) => {
            setMeasure(next as Measure | 'off')
            onChoose?.(next as Measure | 'off')
          }}
          data={[
            { value: 'off', label: `${t.heat.show}: ${t.heat.off.toLowerCase()}` },
            ...MEASURES.map((value) => ({ value, label: t.heat[value] })),
          ]}
        />
        {isOn && data && <Legend measure={measure} statistics={data} />}
      </div>
      <Diagram xml={process.xml} label={t.diagram.of(process.name)} marks={marks} badges={badges} />
      {measure === 'sla' && data && !isPlain && <ClockTable clocks={data.clocks} />}
      {isOn && data && !isPlain && <HeatTable elements={data.elements} />}
    </>
  )
}

function Legend({ measure, statistics }: { measure: Measure; statistics: Statistics }) {
  const t = useTexts().processes.heat
  const { long } = useDuration()
  const { ended, running, meanSeconds } = statistics.instances
  if (ended + running === 0) return <Text size="xs">{t.nothing}</Text>
  const values = statistics.elements.map((each) => measured(each, measure))
  return (
    <div className={classes.chips}>
      <HeatScale values={values} measure={measure} />
      <Text size="xs" c="var(--quiet)">
        {t.legends[measure]}
        {meanSeconds !== null && ` · ${t.sum(ended, long(meanSeconds))}`}
        {statistics.isPartial && ` · ${t.partial}`}
      </Text>
    </div>
  )
}
