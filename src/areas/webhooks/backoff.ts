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

/** The delay for an endpoint that accepts nothing at all. */
const RESTS = [SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE]

export const restAfter = (failures: number, now: Date): Date =>
  new Date(now.getTime() + (RESTS[failures - 1] ?? 5 * MINUTE))

/** A webhook that has failed for this long is paused until somebody resumes it. */
export const LONGEST_FAILING = 24 * HOUR

/** How long deliveries are also signed with the old secret. */
export const OLD_SECRET = 24 * HOUR
