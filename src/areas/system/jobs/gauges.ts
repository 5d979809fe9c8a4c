import type { GaugeGroup } from '../../../platform/gauges.ts'
import { readGauges } from './store.ts'

export const jobGauges: GaugeGroup = {
  name: 'jobs',
  gauges: {
    kontor_jobs: { help: 'Background jobs by state, of the oldest 100,000', label: 'state' },
    kontor_jobs_lag_seconds: { help: 'How long the job that waits longest should have run' },
  },
  read: async ({ db }) => {
    const { lag, ...states } = await readGauges(db)
    return { kontor_jobs: states, kontor_jobs_lag_seconds: lag }
  },
}
