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
