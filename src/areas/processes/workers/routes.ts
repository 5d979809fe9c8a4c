import { implement } from '../../../http/implement.ts'
import type { Jobs } from '../../../platform/jobs/runner.ts'
import { fetchJobs } from './fetch.ts'
import { workers } from './operations.ts'
import * as service from './service.ts'
import type { WaitingFetches } from './waiting.ts'

export const workersRoutes = (waiting: WaitingFetches) =>
  implement('workers', workers, {
    fetch: async ({ input }, ctx) => {
      const steps = { write: ctx.write, ended: ctx.ended() }
      return { jobs: await fetchJobs(ctx, waiting, steps, input) }
    },
    extend: async ({ params: { job: id }, input: { lock, seconds } }, ctx) => {
      const until = await service.extendJob(ctx, { id, lock }, seconds)
      return { lockedUntil: until.toISOString() }
    },
    complete: async ({ params: { job: id }, input: { lock, variables } }, ctx) => {
      await service.completeJob(ctx, { id, lock }, variables)
      return {}
    },
    fail: async ({ params: { job: id }, input: { lock, ...failed } }, ctx) => {
      const retryAt = await service.failJob(ctx, { id, lock }, failed)
      return { retryAt: retryAt?.toISOString() ?? null }
    },
    throwError: async ({ params: { job: id }, input: { lock, ...error } }, ctx) => {
      await service.throwError(ctx, { id, lock }, error)
      return {}
    },
    topics: async (_, ctx) => ({ topics: await service.listTopics(ctx) }),
  })

export const workersJobs: Jobs = {
  handlers: { 'workers.sweep': service.sweepEnds },
  schedule: { 'workers.sweep': '17 * * * *' },
}
