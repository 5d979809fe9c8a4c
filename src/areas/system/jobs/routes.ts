import { implement } from '../../../http/implement.ts'
import { jobs } from './operations.ts'
import { removeJob, retryJob } from './service.ts'
import { countByState, listJobs } from './store.ts'

export const jobsRoutes = implement('jobs', jobs, {
  list: async ({ input }, ctx) => ({
    ...(await listJobs(ctx.db, input)),
    counts: await countByState(ctx.db),
  }),
  retry: async ({ params }, ctx) => ({ job: await retryJob(ctx, params.id) }),
  remove: async ({ params }, ctx) => {
    await removeJob(ctx, params.id)
    return {}
  },
})
