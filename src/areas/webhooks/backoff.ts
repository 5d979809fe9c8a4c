const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delays between attempts; after the last one the delivery is dead: three days in total. */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** The time of the next attempt; undefined after the last one. */
export function nextTry(attempts: number, now: Date): Date | undefined {
  const wait = WAITS[attempts - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}

const LONGEST_REST = HOUR

/** The delay for an endpoint that accepts nothing at all. */
const RESTS = [SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE]

/** `retryAfter` is how many seconds the receiver wants to be left alone. Null: no rest. */
export function restAfter(failures: number, retryAfter: number, now: Date): Date | null {
  const own = failures === 0 ? 0 : (RESTS[failures - 1] ?? 5 * MINUTE)
  const rest = Math.max(own, Math.min(retryAfter * SECOND, LONGEST_REST))
  return rest === 0 ? null : new Date(now.getTime() + rest)
}

/** A webhook that has failed for this long is paused until somebody resumes it. */
export const LONGEST_FAILING = 24 * HOUR

/** How long deliveries are also signed with the old secret. */
export const OLD_SECRET = 24 * HOUR
