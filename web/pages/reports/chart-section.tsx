import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useApi } from '../../api.ts'
import { Loading, Shown } from '../../components/states.tsx'
import { useDates } from '../../components/when.tsx'
import { useLanguage, useTexts } from '../../texts/index.ts'
import { isNumber, type Row, textsOf } from './cells.ts'
import { ChartChoices } from './chart-choices.tsx'
import { type Choice, useChoice } from './choice.ts'
import type { Report } from './list-page.tsx'
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
  return (
    <Shown of={asked}>
      {({ result }) => (
        <>
          <div className={classes.drawing}>
            <Suspense fallback={<Loading />}>
              {labels && rows.length > 0 && (
                <Chart report={report} choice={choice} rows={rows} labels={labels} />
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

/** The texts along the axis: people and items by name. */
function useLabels(report: Report, along: string, rows: Row[]): string[] | undefined {
  const language = useLanguage()
  const field = report.columns.find(({ code }) => code === along)
  const { data } = useQuery({
    queryKey: ['labels', language, field, rows.map((row) => row[along])],
    queryFn: () => (field ? textsOf(field, rows, language) : []),
    staleTime: 60_000,
  })
  return data
}
