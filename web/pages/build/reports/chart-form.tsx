import { MultiSelect, Select, Title } from '@mantine/core'
import { CHART_KINDS } from '../../reports/numbers.ts'
import { usePageTexts } from '../pages/texts.ts'
import type { ReportPartProps } from './part.ts'
import { groupingOf } from './report-value.ts'

/** How the rows are drawn, and which column goes sideways. */
export function ChartForm({ draft, file, value }: ReportPartProps) {
  const t = usePageTexts()
  const { columns = {}, query = {}, chart, pivot } = value
  const options: Record<string, string> = t.options
  const keys = (query.groupBy ?? []).map((each) => groupingOf(each).column)
  const numbers = Object.keys(query.values ?? {})
  const named = (codes: string[]) =>
    codes.map((code) => ({ value: code, label: columns[code]?.name ?? code }))
  const [along] = keys
  const [first] = numbers
  if (along === undefined || first === undefined) return null
  const usual = { kind: 'bar', along, values: [first] }
  const set = (part: Partial<typeof usual>) =>
    draft.set(file, ['chart'], { ...(chart ?? usual), ...part })
  return (
    <section aria-label={t.report.drawing}>
      <Title order={3} size="h5" mb={4}>
        {t.report.drawing}
      </Title>
      <Select
        label={t.report.chart}
        placeholder={t.report.none}
        data={CHART_KINDS.map((each) => ({ value: each, label: options[each] ?? each }))}
        value={chart?.kind ?? null}
        onChange={(kind) => (kind ? set({ kind }) : draft.set(file, ['chart'], undefined))}
        clearable
      />
      {chart && (
        <>
          <Select
            label={t.report.along}
            data={named(keys)}
            value={chart.along}
            onChange={(next) => next && set({ along: next })}
            allowDeselect={false}
          />
          <MultiSelect
            label={t.report.drawn}
            data={named(numbers)}
            value={chart.values}
            onChange={(values) => values.length > 0 && set({ values })}
          />
        </>
      )}
      {keys.length > 1 && (
        <Select
          label={t.report.pivot}
          data={named(keys)}
          value={pivot ?? null}
          onChange={(next) => draft.set(file, ['pivot'], next ?? undefined)}
          clearable
        />
      )}
    </section>
  )
}
