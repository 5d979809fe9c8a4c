import type { Point, Series } from './drawing.tsx'

export type Part = { label: string; split: string; value: number }

/**
 * One point per label and one series per value of the split, known ones in their order; parts that
 * meet are added up.
 */
export function splitPoints(
  parts: readonly Part[],
  known: readonly string[] = [],
): { points: Point[]; series: Series[] } {
  const found = new Set(parts.map(({ split }) => split))
  const splits = [...new Set([...known.filter((each) => found.has(each)), ...found])]
  const codes = new Map(splits.map((split, at) => [split, `s${at}`]))
  const points = new Map<string, Point>()
  for (const { label, split, value } of parts) {
    const point = points.get(label) ?? {
      label,
      ...Object.fromEntries(splits.map((each) => [codes.get(each) ?? '', 0])),
    }
    const code = codes.get(split) ?? ''
    point[code] = Number(point[code] ?? 0) + value
    points.set(label, point)
  }
  return {
    points: [...points.values()],
    series: splits.map((split) => ({ code: codes.get(split) ?? '', name: split })),
  }
}

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year'

const MOST = 400
const MONTHS = { month: 1, quarter: 3, year: 12 } as const

function next(day: Date, by: Period): Date {
  const at = new Date(day)
  if (by === 'day' || by === 'week') at.setUTCDate(at.getUTCDate() + (by === 'day' ? 1 : 7))
  else at.setUTCMonth(at.getUTCMonth() + MONTHS[by])
  return at
}

const wire = (day: Date) => day.toISOString().replace('.000Z', 'Z')

/** All periods from the first to the last, those without items too: a line must not jump over them. */
export function periodsBetween(known: readonly string[], by: Period): string[] {
  const sorted = known.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const found: string[] = []
  for (let at = new Date(first); wire(at) <= last && found.length < MOST; at = next(at, by)) {
    found.push(wire(at))
  }
  return found
}

const FORMATS: Record<Period, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
  quarter: { month: 'short', year: '2-digit' },
  year: { year: 'numeric' },
}

export const periodText = (at: string, by: Period, language: string): string =>
  new Intl.DateTimeFormat(language, { ...FORMATS[by], timeZone: 'UTC' }).format(new Date(at))
