import type { ReplyOf } from '../../client.ts'
import { midnight } from '../../days.ts'

export type Entry = ReplyOf<'registration', 'records'>['records'][number]

/** What the address asks for; days are those of the reader's calendar, the last one included. */
export function toRequest(get: (key: string) => string) {
  const [folder, app, q, since, until] = ['folder', 'app', 'q', 'since', 'until'].map(get)
  return {
    ...(folder && { folder }),
    ...(app && { app }),
    ...(q && { q }),
    ...(since && { since: midnight(since).toISOString() }),
    ...(until && { until: midnight(until, 1).toISOString() }),
  }
}
