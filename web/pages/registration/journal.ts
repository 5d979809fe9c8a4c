import type { ReplyOf } from '../../client.ts'

export type Entry = ReplyOf<'registration', 'records'>['records'][number]

export const STATE_HUES: Record<Entry['state'], string> = {
  registered: 'teal',
  reserved: 'blue',
  canceled: 'gray',
}

/** What the address asks for; days are those of the reader's calendar, the last one included. */
export function toRequest(get: (key: string) => string) {
  const [folder, app, q, since, until] = ['folder', 'app', 'q', 'since', 'until'].map(get)
  return {
    ...(folder && { folder }),
    ...(app && { app }),
    ...(q && { q }),
    ...(since && { since: midnight(since) }),
    ...(until && { until: midnight(until, 1) }),
  }
}

export function midnight(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** The day of a moment, as inputs of the browser have it. */
export function toDay(moment: string): string {
  const at = new Date(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
