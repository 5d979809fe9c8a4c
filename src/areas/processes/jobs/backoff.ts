import type { RetryPolicy } from '../../../engine/retry.ts'
import type { Leased } from '../store/jobs.ts'

/** Seconds until the next attempt, after so many. */
export const usualDelay = (attempts: number): number => Math.min(attempts ** 2 * 2, 300)

type Tried = Pick<Leased, 'attempts' | 'max_attempts' | 'payload'>

const policyOf = ({ payload }: Tried): RetryPolicy => (payload.retry ?? {}) as RetryPolicy

/** The delay of the step's policy, or the usual one. */
export function retryDelay(job: Tried, usual = usualDelay): number {
  const { waits = [] } = policyOf(job)
  return waits[Math.min(job.attempts, waits.length) - 1] ?? usual(job.attempts)
}

/** Whether to retry: the step's policy names the errors, otherwise the error decides. */
export function canRetry(job: Tried, { code = '', isFinal }: { code?: string; isFinal: boolean }) {
  if (job.attempts >= job.max_attempts) return false
  const { on } = policyOf(job)
  return on ? on.includes(code) : !isFinal
}
