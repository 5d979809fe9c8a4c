import '@mantine/charts/styles.css'
import { BarChart, LineChart, PieChart } from '@mantine/charts'
import { useDates } from '../../components/when.tsx'
import { useTexts } from '../../texts/index.ts'
import { numberOf, type Row } from './cells.ts'
import type { Choice } from './choice.ts'
import type { Report } from './list-page.tsx'
import classes from './reports.module.css'

const HUES = ['pine', 'blue', 'orange', 'violet', 'teal', 'pink', 'yellow', 'cyan', 'lime', 'red']
const colorOf = (at: number) => `${HUES[at % HUES.length]}.6`
const HEIGHT = 300
/** A circle with more pieces than this says nothing. */
const PIECES = 8

/** A picture is no place for the keyboard: the table below says the same. */
const STILL = { accessibilityLayer: false }

type ChartProps = { report: Report; choice: Choice; rows: Row[]; labels: string[] }

export function Chart({ report, choice, rows, labels }: ChartProps) {
  const t = useTexts().reports
  const dates = useDates()
  const nameOf = (code: string) =>
    report.columns.find((column) => column.code === code)?.view.name ?? code
  if (choice.kind === 'pie') {
    const value = choice.values[0] ?? ''
    return (
      <Pie
        name={nameOf(value)}
        pieces={rows.map((row, at) => ({
          name: labels[at] || t.none,
          value: Math.max(numberOf(row[value]), 0),
        }))}
      />
    )
  }
  const data = rows.map((row, at) => ({
    label: labels[at] || t.none,
    ...Object.fromEntries(choice.values.map((code) => [code, numberOf(row[code])])),
  }))
  const shared = {
    h: HEIGHT,
    data,
    dataKey: 'label',
    series: choice.values.map((code, at) => ({
      name: code,
      label: nameOf(code),
      color: colorOf(at),
    })),
    valueFormatter: dates.number,
    textColor: 'var(--quiet)',
    gridColor: 'var(--line)',
    withLegend: choice.values.length > 1,
    legendProps: { verticalAlign: 'bottom' as const },
    yAxisProps: { width: 72 },
  }
  return (
    <div role="img" aria-label={t.chartOf(report.name)}>
      {choice.kind === 'bar' ? (
        <BarChart {...shared} maxBarWidth={56} barChartProps={STILL} />
      ) : (
        <LineChart {...shared} curveType="monotone" lineChartProps={STILL} />
      )}
    </div>
  )
}

type Piece = { name: string; value: number }

/** The largest pieces, and all others as one. */
function gather(pieces: Piece[], others: string): Piece[] {
  const sorted = pieces
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => other.value - one.value)
  if (sorted.length <= PIECES) return sorted
  const rest = sorted.slice(PIECES - 1).reduce((sum, { value }) => sum + value, 0)
  return [...sorted.slice(0, PIECES - 1), { name: others, value: rest }]
}

function Pie({ name, pieces }: { name: string; pieces: Piece[] }) {
  const t = useTexts().reports
  const dates = useDates()
  const shown = gather(pieces, t.others).map((piece, at) => ({ ...piece, hue: HUES[at] }))
  return (
    <div className={classes.pie}>
      <div role="img" aria-label={t.chartOf(name)}>
        <PieChart
          data={shown.map(({ hue, ...piece }) => ({ ...piece, color: `${hue}.6` }))}
          size={240}
          h={HEIGHT - 40}
          pieChartProps={STILL}
          withTooltip
          tooltipDataSource="segment"
          valueFormatter={dates.number}
          strokeColor="var(--mantine-color-body)"
        />
      </div>
      <ul className={classes.legend}>
        {shown.map(({ name: piece, value, hue }) => (
          <li key={piece}>
            <span
              className={classes.swatch}
              style={{ background: `var(--mantine-color-${hue}-6)` }}
              aria-hidden
            />
            {piece}
            <strong>{dates.number(value)}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}
