import { escapeXml } from '../../lib/escape-xml.ts'

export type Series = { name: string; values: number[] }

/** Numbers as a picture: one value of each series for every label. */
export type Chart = {
  kind: 'bar' | 'line' | 'area' | 'pie' | 'donut'
  labels: string[]
  series: Series[]
  /** Series stand above each other instead of side by side. */
  isStacked: boolean
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [520, 220, 56, 20, 8]
const LEGEND_LINE = 14
const COLORS = [
  ...['#2f6f62', '#4dabf7', '#ff922b', '#9775fa', '#38d9a9'],
  ...['#f783ac', '#fcc419', '#3bc9db', '#94d82d', '#ff6b6b'],
]
const colorOf = (at: number) => COLORS[at % COLORS.length]
/** More cannot be told apart; the table has them all. */
const MOST_POINTS = 60
const MOST_SERIES = 10
const MOST_PIECES = 8
const LONGEST = 22
/** Characters that stand side by side below the axis. */
const ROOM = 90

/** The picture as SVG. */
export function drawChart({ labels, series, ...chart }: Chart): string {
  const shown = {
    ...chart,
    labels: labels.slice(0, MOST_POINTS),
    series: series
      .slice(0, MOST_SERIES)
      .map((each) => ({ ...each, values: each.values.slice(0, MOST_POINTS) })),
  }
  const isCircle = chart.kind === 'pie' || chart.kind === 'donut'
  const [body, legend] = isCircle ? drawCircle(shown) : drawAxes(shown)
  const height = HEIGHT + LEGEND_LINE * Math.ceil(legend.length / 3)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}"
    font-family="Roboto" font-size="8">${body}${drawLegend(legend)}</svg>`
}

type Drawn = [body: string, legend: string[]]

const text = (x: number, y: number, said: string, anchor = 'start') =>
  `<text x="${round(x)}" y="${round(y)}" fill="#555555" text-anchor="${anchor}">${escapeXml(short(said))}</text>`
const short = (said: string) =>
  said.length > LONGEST ? `${said.slice(0, LONGEST - 1).trimEnd()}…` : said
const round = (value: number) => Math.round(value * 100) / 100

function drawLegend(names: readonly string[]): string {
  return names
    .map((name, at) => {
      const x = LEFT + (at % 3) * 150
      const y = HEIGHT + LEGEND_LINE * Math.floor(at / 3)
      return `<rect x="${x}" y="${y}" width="8" height="8" fill="${colorOf(at)}"/>${text(x + 12, y + 7, name)}`
    })
    .join('')
}

function drawAxes(chart: Chart): Drawn {
  const tops = chart.isStacked ? stacked(chart.series) : chart.series.map(({ values }) => values)
  const all = [0, ...tops.flat()]
  const ticks = ticksBetween(Math.min(...all), Math.max(...all))
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const yOf = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const step = (WIDTH - LEFT) / Math.max(chart.labels.length, 1)
  const place = { yOf, step, xOf: (at: number) => LEFT + step * (at + 0.5), tops }
  const grid = ticks.map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH}" y1="${round(yOf(value))}" y2="${round(yOf(value))}" stroke="#dddddd" stroke-width="0.5"/>${text(LEFT - 4, yOf(value) + 3, value.toLocaleString('en-US'), 'end')}`,
  )
  const longest = Math.max(...chart.labels.map((label) => short(label).length), 1)
  const every = Math.max(1, Math.ceil((chart.labels.length * (longest + 2)) / ROOM))
  const names = chart.labels.map((label, at) =>
    at % every === 0 ? text(place.xOf(at), HEIGHT - BOTTOM + 12, label, 'middle') : '',
  )
  const marks = chart.kind === 'bar' ? drawBars(chart, place) : drawLines(chart, place)
  const legend = chart.series.length > 1 ? chart.series.map(({ name }) => name) : []
  return [[...grid, ...marks, ...names].join(''), legend]
}

/** Each series on top of those before it. */
function stacked(series: readonly Series[]): number[][] {
  const below: number[] = []
  return series.map(({ values }) =>
    values.map((value, at) => {
      below[at] = (below[at] ?? 0) + value
      return below[at]
    }),
  )
}

type Axes = {
  xOf: (at: number) => number
  yOf: (value: number) => number
  step: number
  tops: number[][]
}

function drawBars({ series, isStacked }: Chart, { xOf, yOf, step, tops }: Axes): string[] {
  const room = Math.min(step * 0.8, 56)
  const width = isStacked ? room : room / series.length
  return tops.flatMap((values, no) =>
    values.map((value, at) => {
      const from = isStacked && no > 0 ? (tops[no - 1]?.[at] ?? 0) : 0
      const [top, bottom] = [yOf(Math.max(value, from)), yOf(Math.min(value, from))]
      const x = xOf(at) - room / 2 + (isStacked ? 0 : no * width)
      return `<rect x="${round(x)}" y="${round(top)}" width="${round(width)}" height="${round(bottom - top)}" fill="${colorOf(no)}"/>`
    }),
  )
}

function drawLines({ kind }: Chart, { xOf, yOf, tops }: Axes): string[] {
  return tops.flatMap((values, no) => {
    const points = values.map((value, at) => `${round(xOf(at))},${round(yOf(value))}`).join(' ')
    const ground = round(yOf(0))
    const area = `<polygon points="${round(xOf(0))},${ground} ${points} ${round(xOf(values.length - 1))},${ground}" fill="${colorOf(no)}" fill-opacity="0.2"/>`
    const line = `<polyline points="${points}" fill="none" stroke="${colorOf(no)}" stroke-width="1.5"/>`
    return values.length === 0 ? [] : kind === 'area' ? [area, line] : [line]
  })
}

/** Round numbers around the values, zero among them. */
function ticksBetween(low: number, high: number): number[] {
  const raw = (high - low || 1) / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw) ?? raw
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step || 1)]
  return Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toFixed(10)),
  )
}

function drawCircle({ kind, labels, series: [first] }: Chart): Drawn {
  const all = labels.map((label, at) => ({ label, value: Math.max(first?.values[at] ?? 0, 0) }))
  const sorted = all.filter(({ value }) => value > 0).sort((one, other) => other.value - one.value)
  const rest = sorted.slice(MOST_PIECES).reduce((sum, { value }) => sum + value, 0)
  const pieces = [
    ...sorted.slice(0, MOST_PIECES),
    ...(rest > 0 ? [{ label: '…', value: rest }] : []),
  ]
  const total = pieces.reduce((sum, { value }) => sum + value, 0)
  const [x, y, radius] = [WIDTH / 2, HEIGHT / 2, HEIGHT / 2 - 12]
  const at = (angle: number) =>
    `${round(x + radius * Math.sin(angle))},${round(y - radius * Math.cos(angle))}`
  let angle = 0
  const marks = pieces.map(({ value }, no) => {
    const to = angle + (value / total) * 2 * Math.PI
    const isLarge = to - angle > Math.PI ? 1 : 0
    const path =
      pieces.length === 1
        ? `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colorOf(no)}"/>`
        : `<path d="M${x},${y} L${at(angle)} A${radius},${radius} 0 ${isLarge} 1 ${at(to)} Z" fill="${colorOf(no)}"/>`
    angle = to
    return path
  })
  const hole =
    kind === 'donut' ? `<circle cx="${x}" cy="${y}" r="${radius / 2}" fill="#ffffff"/>` : ''
  const share = (value: number) => `${Math.round((value / total) * 100)} %`
  return [
    `${marks.join('')}${hole}`,
    pieces.map(({ label, value }) => `${short(label).slice(0, 15)} ${share(value)}`),
  ]
}
