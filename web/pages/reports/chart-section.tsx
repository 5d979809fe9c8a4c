import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useApi } from '../../api.ts'
import { Loading, Shown } from '../../components/states.tsx'
import { useDates } from '../../components/when.tsx'
import { useTexts } from '../../texts/index.ts'
import { ChartChoices } from './chart-choices.tsx'
import { type Choice, useChoice } from './choice.ts'
import { useLabels } from './labels.ts'
import type { Report } from './list-page.tsx'
import { isNumber, type Row } from './numbers.ts'
import classes from './reports.module.css'
import type { RowsInput } from './rows.ts'

const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }))

/** More than these cannot be told apart. */
const MOST = 100

type ChartSectionProps = { report: Report; input: RowsInput }

export function ChartSection({ report, input }: ChartSectionProps) {
  const t = useTexts().reports
  const [choice, choose] = useChoice(report)
  if (!report.columns.some(isNumber)) return null
  return (
    <section className={classes.chart} aria-label={t.chart}>
      <ChartChoices report={report} choice={choice} onChoose={choose} />
      {choice.kind !== 'none' && choice.values.length > 0 && (
        <Drawing report={report} input={input} choice={choice} />
      )}
    </section>
  )
}

function Drawing({ report, input, choice }: ChartSectionProps & { choice: Choice }) {
  const t = useTexts().reports
  const dates = useDates()
  const { namespace, code } = report
  const asked = useApi(
    'reports',
    'listRows',
    { params: { namespace, code }, input: { ...input, size: MOST } },
    { keep: true },
  )
  const rows = (asked.data?.result.result ?? []) as Row[]
  const labels = useLabels(report, choice.along, rows)
  const splits = useLabels(report, report.pivot ?? '', rows)
  const isSplit = report.pivot !== null && report.pivot !== choice.along
  return (
    <Shown of={asked}>
      {({ result }) => (
        <>
          <div className={classes.drawing}>
            <Suspense fallback={<Loading />}>
              {labels && splits && rows.length > 0 && choice.kind !== 'none' && (
                <Chart
                  report={report}
                  choice={{ ...choice, kind: choice.kind }}
                  rows={rows}
                  labels={labels}
                  {...(isSplit && { splits })}
                />
              )}
            </Suspense>
          </div>
          {result.total > MOST && (
            <Text size="xs" c="var(--quiet)">
              {t.onlyFirst(dates.number(MOST))}
            </Text>
          )}
        </>
      )}
    </Shown>
  )
}
