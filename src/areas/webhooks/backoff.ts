const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long a message waits after each try; after the last one it is given up: three days in all. */
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

/** When to try again after so many tries; undefined when there were enough. */
export function nextTry(attempts: number, now: Date): Date | undefined {
  const wait = WAITS[attempts - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}

/** How long an endpoint is left alone when nothing at all gets through. */
const RESTS = [SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE]

export const restAfter = (failures: number, now: Date): Date =>
  new Date(now.getTime() + (RESTS[failures - 1] ?? 5 * MINUTE))

/** An endpoint that took nothing for so long is not asked again until somebody says so. */
export const LONGEST_FAILING = 24 * HOUR

/** How long an old secret signs along. */
export const OLD_SECRET = 24 * HOUR
