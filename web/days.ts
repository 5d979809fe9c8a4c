/** When a day such as `2026-03-02` begins for the reader, or the day that many days later. */
export function midnight(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}

/** The day of a moment in the reader's calendar, as `2026-03-02`. */
export function toDay(moment: string | Date): string {
  const at = new Date(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** How much a date presses. */
export function urgencyOf(at: string | null, now = new Date()): 'late' | 'today' | undefined {
  if (at === null) return undefined
  if (new Date(at) < now) return 'late'
  return toDay(at) === toDay(now) ? 'today' : undefined
}

/** The name of a day of the week, from Monday: it is the first day of 2024. */
export const weekdayName = (
  language: string,
  day: number,
  weekday: 'short' | 'long' = 'short',
): string =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + day)),
  )

/** A day such as `2026-03-02` as the language writes it; without its year where it is of every year. */
export const dayText = (language: string, day: string, isYearly = false): string =>
  new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'long', timeZone: 'UTC' },
    ...(!isYearly && { year: 'numeric', weekday: 'short' }),
  }).format(new Date(`${day}T00:00:00Z`))
