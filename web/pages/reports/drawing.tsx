import '@mantine/charts/styles.css'
import { AreaChart, BarChart, DonutChart, LineChart, PieChart } from '@mantine/charts'
import { useElementSize } from '@mantine/hooks'
import type { ReactElement } from 'react'
import { ResponsiveContainer } from 'recharts'
import { useDates } from '../../components/when.tsx'
import { useTexts } from '../../texts/index.ts'
import type { CHART_KINDS } from './numbers.ts'
import classes from './reports.module.css'

const HUES = ['pine', 'blue', 'orange', 'violet', 'teal', 'pink', 'yellow', 'cyan', 'lime', 'red']
const colorOf = (at: number) => `${HUES[at % HUES.length]}.6`
/** A circle with more pieces than this says nothing. */
const PIECES = 8

/** A picture is no place for the keyboard: the table says the same. */
const STILL = { accessibilityLayer: false }
/** Pixels beside the bars, and of a letter. */
const AXIS = 60
const LETTER = 6
/** Letters of a label that say less than none. */
const SHORTEST_LABEL = 4

/** Every bar has its label, cut to the room that it has; of very many bars only some have one. */
function barLabels(width: number, count: number) {
  const room = Math.floor((width - AXIS) / count / LETTER)
  if (room < SHORTEST_LABEL) return {}
  const cut = (label: string) => (label.length > room ? `${label.slice(0, room - 1)}…` : label)
  return { interval: 0 as const, tickFormatter: (label: unknown) => cut(String(label)) }
}

export type DrawingKind = (typeof CHART_KINDS)[number]
export type Series = { code: string; name: string }
export type Point = { label: string; [code: string]: string | number }

type DrawingProps = {
  name: string
  kind: DrawingKind
  series: Series[]
  points: Point[]
  height: number | string
  /** Bars of several series above each other. */
  isStacked?: boolean
}

/** Numbers as a picture. */
export function Drawing({ name, kind, series, points, height, isStacked = false }: DrawingProps) {
  const t = useTexts().reports
  const dates = useDates()
  const [first] = series
  if (kind === 'pie' || kind === 'donut') {
    const pieces = points.map((point) => ({
      name: point.label,
      value: Math.max(Number(point[first?.code ?? '']) || 0, 0),
    }))
    return <Circle name={name} pieces={pieces} isRing={kind === 'donut'} height={height} />
  }
  const shared = {
    h: '100%',
    data: points,
    dataKey: 'label',
    series: series.map((each, at) => ({ name: each.code, label: each.name, color: colorOf(at) })),
    valueFormatter: dates.number,
    textColor: 'var(--quiet)',
    gridColor: 'var(--line)',
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'bottom' as const },
    yAxisProps: { width: AXIS },
  }
  const type = isStacked ? 'stacked' : 'default'
  return (
    <Sized label={t.chartOf(name)} height={height}>
      {(width) =>
        kind === 'bar' ? (
          <BarChart
            {...shared}
            maxBarWidth={56}
            barChartProps={STILL}
            type={type}
            xAxisProps={barLabels(width, points.length)}
          />
        ) : kind === 'line' ? (
          <LineChart {...shared} curveType="monotone" lineChartProps={STILL} />
        ) : (
          <AreaChart {...shared} curveType="monotone" areaChartProps={STILL} type={type} />
        )
      }
    </Sized>
  )
}

type SizedProps = {
  label: string
  height: number | string
  children: (width: number) => ReactElement
}

/** A picture is drawn once its box has a size, and not while the box is hidden. */
function Sized({ label, height, children }: SizedProps) {
  const { ref, width, height: tall } = useElementSize()
  return (
    <div ref={ref} role="img" aria-label={label} className={classes.picture} style={{ height }}>
      {width > 0 && tall > 0 && (
        <ResponsiveContainer width={width} height={tall}>
          {children(width)}
        </ResponsiveContainer>
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

type CircleProps = { name: string; pieces: Piece[]; isRing: boolean; height: number | string }

function Circle({ name, pieces, isRing, height }: CircleProps) {
  const t = useTexts().reports
  const dates = useDates()
  const shown = gather(pieces, t.others).map((piece, at) => ({ ...piece, hue: HUES[at] }))
  const data = shown.map(({ hue, ...piece }) => ({ ...piece, color: `${hue}.6` }))
  const size = typeof height === 'number' ? height - 60 : 160
  const shared = {
    data,
    size,
    w: size + 20,
    h: size + 20,
    pieChartProps: STILL,
    withTooltip: true,
    tooltipDataSource: 'segment' as const,
    valueFormatter: dates.number,
    strokeColor: 'var(--mantine-color-body)',
  }
  return (
    <div className={classes.pie}>
      <div role="img" aria-label={t.chartOf(name)}>
        <ResponsiveContainer width={size + 20} height={size + 20}>
          {isRing ? (
            <DonutChart {...shared} thickness={Math.round(size / 6)} />
          ) : (
            <PieChart {...shared} />
          )}
        </ResponsiveContainer>
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
