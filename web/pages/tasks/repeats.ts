export const REPEATS = ['none', 'daily', 'weekdays', 'weekly', 'monthly'] as const
export type Repeats = (typeof REPEATS)[number]

const MORNING = new Date(2026, 0, 5, 9)

/** A calendar at the time, on the weekday or the day of the month when the first one is due. */
export function cronOf(repeats: Repeats, due: string | null, zone: string): string | null {
  const at = due === null ? MORNING : new Date(due)
  const time = `TZ=${zone} ${at.getMinutes()} ${at.getHours()}`
  switch (repeats) {
    case 'none':
      return null
    case 'daily':
      return `${time} * * *`
    case 'weekdays':
      return `${time} * * 1-5`
    case 'weekly':
      return `${time} * * ${at.getDay()}`
    case 'monthly':
      return `${time} ${Math.min(at.getDate(), LAST_DAY)} * *`
  }
}

/** Every month has it. */
const LAST_DAY = 28

/** What a calendar is called; one that somebody wrote by hand has no name. */
export function repeatsOf(cron: string | null): Repeats | undefined {
  if (cron === null) return 'none'
  const [day, , week] = cron
    .replace(/^TZ=\S+\s+/, '')
    .split(/\s+/)
    .slice(2)
  if (day !== '*') return week === '*' ? 'monthly' : undefined
  if (week === '*') return 'daily'
  if (week === '1-5') return 'weekdays'
  return /^\d$/.test(week ?? '') ? 'weekly' : undefined
}
