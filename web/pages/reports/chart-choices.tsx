import { MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { useTexts } from '../../texts/index.ts'
import { type Choice, KINDS, type Kind } from './choice.ts'
import type { Report } from './list-page.tsx'
import { isNumber } from './numbers.ts'
import classes from './reports.module.css'

type ChartChoicesProps = {
  report: Report
  choice: Choice
  onChoose: (choice: Choice) => void
}

/** Which chart, along what, of which numbers. */
export function ChartChoices({ report, choice, onChoose }: ChartChoicesProps) {
  const t = useTexts().reports
  const toOption = ({ code, view }: Report['columns'][number]) => ({
    value: code,
    label: view.name,
  })
  const numbers = report.columns.filter(isNumber).map(toOption)
  const set = (part: Partial<Choice>) => onChoose({ ...choice, ...part })
  return (
    <div className={classes.choices}>
      <SegmentedControl
        size="xs"
        aria-label={t.chart}
        value={choice.kind}
        onChange={(kind) => set({ kind: kind as Kind })}
        data={KINDS.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
      />
      {choice.kind !== 'none' && (
        <>
          <Select
            size="xs"
            label={t.along}
            data={report.columns.map(toOption)}
            value={choice.along}
            onChange={(along) => along && set({ along })}
            allowDeselect={false}
          />
          {choice.kind === 'pie' || choice.kind === 'donut' ? (
            <Select
              size="xs"
              label={t.value}
              data={numbers}
              value={choice.values[0] ?? null}
              onChange={(value) => set({ values: value ? [value] : [] })}
              allowDeselect={false}
            />
          ) : (
            <MultiSelect
              size="xs"
              label={t.values}
              data={numbers}
              value={choice.values}
              onChange={(values) => set({ values })}
              hidePickedOptions
            />
          )}
        </>
      )}
    </div>
  )
}
