import type { Job, Jobs } from '../../../platform/jobs/runner.ts'
import { deleteCalls, deleteServed } from './store.ts'

const BATCH = 1000

/** Recorded calls are useless when their jobs are gone. */
async function sweepCalls(job: Pick<Job, 'write'>): Promise<void> {
  await job.write(({ db }) => deleteServed(db))
  for (let swept = BATCH; swept === BATCH; ) {
    swept = await job.write(({ db }) => deleteCalls(db, BATCH))
  }
}

export const scriptJobs: Jobs = {
  handlers: { 'scripts.sweep': sweepCalls },
  schedule: { 'scripts.sweep': '47 * * * *' },
}
