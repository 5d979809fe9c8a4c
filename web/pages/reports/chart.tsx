import { useTexts } from '../../texts/index.ts'
import type { Choice } from './choice.ts'
import { Drawing, type DrawingKind } from './drawing.tsx'
import type { Report } from './list-page.tsx'
import { numberOf, type Row } from './numbers.ts'
import { splitPoints } from './points.ts'

type ChartProps = {
  report: Report
  choice: Choice & { kind: DrawingKind }
  rows: Row[]
  labels: string[]
  /** The texts of the column whose values become series. */
  splits?: string[] | undefined
  height?: number | string
}

/** A report as a picture: its rows along one column. */
export function Chart({ report, choice, rows, labels, splits, height = 300 }: ChartProps) {
  const t = useTexts().reports
  const [first = ''] = choice.values
  if (splits) {
    const parts = rows.map((row, at) => ({
      label: labels[at] || t.none,
      split: splits[at] || t.none,
      value: numberOf(row[first]),
    }))
    const { points, series } = splitPoints(parts)
    return (
      <Drawing
        name={report.name}
        kind={choice.kind}
        series={series}
        points={points}
        height={height}
        isStacked
      />
    )
  }
  const nameOf = (code: string) =>
    report.columns.find((column) => column.code === code)?.view.name ?? code
  return (
    <Drawing
      name={choice.kind === 'pie' || choice.kind === 'donut' ? nameOf(first) : report.name}
      kind={choice.kind}
      series={choice.values.map((code) => ({ code, name: nameOf(code) }))}
      points={rows.map((row, at) => ({
        label: labels[at] || t.none,
        ...Object.fromEntries(choice.values.map((code) => [code, numberOf(row[code])])),
      }))}
      height={height}
    />
  )
}
