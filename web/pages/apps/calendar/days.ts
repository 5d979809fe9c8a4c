import { toDay } from '../../../days.ts'

export type Day = { day: string; isOther: boolean }

const WEEK = 7
const LONGEST = 62

const wire = (at: Date) => at.toISOString().slice(0, 10)

export const later = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return wire(at)
}

/** The weeks of a month such as `2026-03`, whole; weeks begin with Monday (1) or Sunday (7). */
export function daysOfMonth(month: string, firstDay: number): Day[] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const before = (first.getUTCDay() - (firstDay % WEEK) + WEEK) % WEEK
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0))
  const count = Math.ceil((before + last.getUTCDate()) / WEEK) * WEEK
  return Array.from({ length: count }, (_, at) => {
    const day = later(`${month}-01`, at - before)
    return { day, isOther: !day.startsWith(month) }
  })
}

/** The week that a day is in. */
export function daysOfWeek(day: string, firstDay: number): Day[] {
  const before = (new Date(`${day}T00:00:00Z`).getUTCDay() - (firstDay % WEEK) + WEEK) % WEEK
  return Array.from({ length: WEEK }, (_, at) => ({ day: later(day, at - before), isOther: false }))
}

/** The same day of another month, or its last one. */
export function otherMonth(day: string, by: number): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + by)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(Number(day.slice(8)), last))
  return wire(at)
}

type Time = { at: unknown; kind: string }

/** A day is the same everywhere; a moment is on the day that the reader's clock has then. */
const dayOf = ({ at, kind }: Time): string | undefined => {
  if (typeof at !== 'string') return undefined
  return kind === 'date' ? at.slice(0, 10) : toDay(at)
}

/** The days that an item is shown on. */
export function daysOf(start: Time, end: Time | undefined): string[] {
  const first = dayOf(start)
  if (first === undefined) return []
  const last = (end && dayOf(end)) ?? first
  const days = [first]
  while ((days.at(-1) ?? '') < last && days.length < LONGEST) days.push(later(days.at(-1) ?? '', 1))
  return days
}
