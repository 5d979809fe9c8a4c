import type { Context } from '../context.ts'
import type { Job } from './runner.ts'

const MOST = 5000

/**
 * Deletes in many small transactions: none holds back the vacuum for long, or the standbys that replay it. The work
 * deletes at most so many rows, and returns how many there were.
 */
export async function inBatches(
  job: Job,
  work: (ctx: Context, most: number) => Promise<number>,
): Promise<void> {
  while ((await job.write((ctx) => work(ctx, MOST))) === MOST);
}
