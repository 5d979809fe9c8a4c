import type { ReplyOf } from '../../client.ts'
import { midnight } from '../../days.ts'

export type Substitution = ReplyOf<'substitutions', 'list'>['substitutions'][number]
export type State = 'now' | 'planned' | 'over'

export function stateOf({ startsAt, endsAt, endedAt }: Substitution, now = new Date()): State {
  if (endedAt || (endsAt && new Date(endsAt) <= now)) return 'over'
  return new Date(startsAt) > now ? 'planned' : 'now'
}

/** Ends are the first moment after: the last day is the one before midnight. */
export const lastDay = (endsAt: string): Date => new Date(new Date(endsAt).getTime() - 1)

/** Days of the calendar, the last one included, as the moments that the server takes. */
export function toMoments(
  { first, last }: { first: string | null; last: string | null },
  now = new Date(),
) {
  const startsAt = first ? midnight(first) : now
  return {
    ...(startsAt > now && { startsAt: startsAt.toISOString() }),
    endsAt: last ? midnight(last, 1).toISOString() : null,
  }
}
