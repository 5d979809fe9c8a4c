import type { Context } from '../context.ts'
import type { Job } from './runner.ts'

const MOST = 5000

/**
 * Deletes in many small transactions, so that none holds back the vacuum or the replay of standbys for long.
 * `work` deletes at most so many rows and returns their number.
 */
export async function inBatches(
  job: Job,
  work: (ctx: Context, most: number) => Promise<number>,
): Promise<void> {
  while ((await job.write((ctx) => work(ctx, MOST))) === MOST);
}
