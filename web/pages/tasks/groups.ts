import { urgencyOf } from '../../days.ts'
import type { Texts } from '../../texts/index.ts'
import type { Row } from './rows.ts'

export const GROUPINGS = ['due', 'app', 'process'] as const
export type Grouping = (typeof GROUPINGS)[number]

export type Group = { key: string; title: string; isLate?: boolean; rows: Row[] }

const DUE = ['overdue', 'today', 'week', 'later', 'none'] as const

function dueOf(row: Row, now: Date): (typeof DUE)[number] {
  if (!row.dueDate) return 'none'
  const urgency = urgencyOf(row.dueDate, now)
  if (urgency) return urgency === 'late' ? 'overdue' : 'today'
  return new Date(row.dueDate) < inAWeek(now) ? 'week' : 'later'
}

/** Not the week of the calendar: on a Friday Monday is near. */
const inAWeek = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7)

export function groupByDue(rows: readonly Row[], t: Texts): Group[] {
  const now = new Date()
  return DUE.map((key) => ({
    key,
    title: t.tasks.group[key],
    isLate: key === 'overdue',
    rows: rows.filter((row) => dueOf(row, now) === key),
  })).filter((group) => group.rows.length > 0)
}

/** In the order of the alphabet; what has no name comes last. */
export function groupByName(
  rows: readonly Row[],
  nameOf: (row: Row) => string | undefined,
  nameless: string,
): Group[] {
  const names = [...new Set(rows.map((row) => nameOf(row) ?? ''))].toSorted((one, other) =>
    one === '' || other === '' ? other.length - one.length : one.localeCompare(other),
  )
  return names.map((name) => ({
    key: name,
    title: name || nameless,
    rows: rows.filter((row) => (nameOf(row) ?? '') === name),
  }))
}
