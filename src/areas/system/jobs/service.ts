import { conflict, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { Job } from './operations.ts'
import * as store from './store.ts'

export async function retryJob(ctx: Context, id: string): Promise<Job> {
  await getJob(ctx, id)
  if (!(await store.saveRetry(ctx.db, id, ctx.now()))) throw conflict('the job is running')
  const job = await getJob(ctx, id)
  await ctx.emit({ type: 'job.retried', object: `job:${id}`, data: { name: job.name } })
  return job
}

export async function removeJob(ctx: Context, id: string): Promise<void> {
  const job = await getJob(ctx, id)
  if (!(await store.deleteJob(ctx.db, id))) throw conflict('the job is running')
  await ctx.emit({ type: 'job.removed', object: `job:${id}`, data: { name: job.name } })
}

/** Includes jobs to be retried; late ones should have started fifteen minutes ago. */
export async function countJobs(ctx: Context) {
  const { waiting, running, failed, overdue: late, stuck } = await store.countTrouble(ctx.db)
  return { waiting, running, failed, late, stuck }
}

/** Newest first, without their payload. */
export const listFailed = (ctx: Context, most: number): Promise<Job[]> =>
  store.listFailed(ctx.db, most)

async function getJob(ctx: Context, id: string): Promise<Job> {
  const job = await store.findJob(ctx.db, id)
  if (!job) throw notFound('job', id)
  return job
}
