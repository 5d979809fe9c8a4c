import { later } from '../calendar/days.ts'
import type { Zoom } from '../table/view.ts'

const WEEK = 7
const DAY_MS = 86_400_000

/** How wide a day is, and how many are shown. */
const SCALES: Record<Zoom, { width: number; days: number; before: number }> = {
  day: { width: 36, days: 5 * WEEK, before: WEEK },
  week: { width: 12, days: 26 * WEEK, before: 4 * WEEK },
  month: { width: 4, days: 104 * WEEK, before: 12 * WEEK },
}

/** A day, a week or a month on the axis: where it begins, and how many days of it are shown. */
export type Tick = { day: string; at: number; days: number }

export type Scale = {
  zoom: Zoom
  first: string
  last: string
  days: number
  /** Of a day, in pixels. */
  dayWidth: number
  ticks: Tick[]
  /** What stands above the ticks: months above days and weeks, years above months. */
  bands: Tick[]
}

/** The time around a day; it begins with a Monday. */
export function scaleOf(zoom: Zoom, day: string): Scale {
  const { width, days, before } = SCALES[zoom]
  const first = mondayOf(later(day, -before))
  const all = Array.from({ length: days }, (_, at) => later(first, at))
  const startsWith = {
    day: () => true,
    week: (_: string, at: number) => at % WEEK === 0,
    month: (each: string) => each.endsWith('-01'),
  }[zoom]
  const isBand = (each: string) => each.endsWith(zoom === 'month' ? '-01-01' : '-01')
  return {
    zoom,
    first,
    last: all.at(-1) ?? first,
    days,
    dayWidth: width,
    ticks: ticksOf(all, startsWith),
    bands: ticksOf(all, isBand),
  }
}

function ticksOf(days: readonly string[], begins: (day: string, at: number) => boolean): Tick[] {
  const starts = days.flatMap((day, at) => (at === 0 || begins(day, at) ? [{ day, at }] : []))
  return starts.map((tick, at) => ({
    ...tick,
    days: (starts[at + 1]?.at ?? days.length) - tick.at,
  }))
}

/** How many days after the first one of the scale; before it less than 0. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** The same time on another day. */
export const shifted = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * DAY_MS).toISOString()

/** As far as one step leads: about half of what is seen. */
export const stepOf = (zoom: Zoom): number => ({ day: 14, week: 56, month: 182 })[zoom]

const mondayOf = (day: string): string => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return later(day, -((weekday + WEEK - 1) % WEEK))
}

/** Where a bar stands on the scale, in days; what lies outside is cut off. */
export function barOf(scale: Scale, from: string, to: string): { at: number; days: number } {
  const start = Math.max(0, daysBetween(scale.first, from))
  const end = Math.min(scale.days, daysBetween(scale.first, to < from ? from : to) + 1)
  return { at: start, days: Math.max(end - start, 1) }
}
