/** Seconds until the next attempt, after so many. */
export const retryDelay = (attempts: number): number => Math.min(attempts ** 2 * 2, 300)
