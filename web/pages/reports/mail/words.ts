import type { Texts } from '../../../texts/index.ts'
import type { Schedule } from './schedule.ts'

type MailTexts = Texts['reports']['mail']

/** 1 is Monday. */
export const dayName = (day: number, language: string, weekday: 'long' | 'short' = 'long') =>
  // The first of January 2024 was a Monday.
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, day)),
  )

/** “Every week: Mon, Fri, 08:00”. */
export function timingText(timing: Schedule['timing'], t: MailTexts, language: string): string {
  const often = t.times[timing.every]
  if (timing.every === 'day') return `${often}, ${timing.at}`
  const days =
    timing.every === 'week'
      ? timing.weekdays.map((day) => dayName(day, language, 'short')).join(', ')
      : timing.day === 'last'
        ? t.last
        : t.dayOf(timing.day)
  return `${often}: ${days}, ${timing.at}`
}
