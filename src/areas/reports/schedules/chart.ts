import type { Chart } from '../../../sheets/pdf/chart.ts'

type Column = { code: string; title: string; texts: readonly (string | null)[] }

type ChartRequest = {
  kind: Chart['kind']
  along: string
  values: readonly string[]
  /** The column whose values become series. */
  split?: string | undefined
}

const NOTHING = '—'

/** The chart of a report, of its columns as texts. */
export function chartOf(columns: readonly Column[], asked: ChartRequest): Chart {
  const { kind, along, values, split } = asked
  const [code = ''] = values
  const labels = textsOf(columns, along)
  if (split !== undefined && split !== along) {
    const parts = { labels, splits: textsOf(columns, split), numbers: numbersOf(columns, code) }
    return { kind, isStacked: true, ...splitBy(parts) }
  }
  const series = values.map((each) => ({
    name: columns.find((column) => column.code === each)?.title ?? each,
    values: numbersOf(columns, each),
  }))
  return { kind, isStacked: false, labels, series }
}

const cellsOf = (columns: readonly Column[], code: string) =>
  columns.find((column) => column.code === code)?.texts ?? []
const textsOf = (columns: readonly Column[], code: string): string[] =>
  cellsOf(columns, code).map((text) => text || NOTHING)
const numbersOf = (columns: readonly Column[], code: string): number[] =>
  cellsOf(columns, code).map((text) => Number.parseFloat(text ?? '') || 0)

type Parts = { labels: string[]; splits: string[]; numbers: number[] }

/** One point per label; what meets is added up. */
function splitBy({ labels, splits, numbers }: Parts): Pick<Chart, 'labels' | 'series'> {
  const places = new Map([...new Set(labels)].map((label, at) => [label, at]))
  const series = new Map<string, number[]>()
  for (const [at, split] of splits.entries()) {
    const values = series.get(split) ?? Array.from(places, () => 0)
    const place = places.get(labels[at] ?? '') ?? 0
    values[place] = (values[place] ?? 0) + (numbers[at] ?? 0)
    series.set(split, values)
  }
  return {
    labels: [...places.keys()],
    series: Array.from(series, ([name, values]) => ({ name, values })),
  }
}
