import type { GaugeGroup } from '../../platform/gauges.ts'
import { readGauges } from './store/gauges.ts'

export const processGauges: GaugeGroup = {
  name: 'processes',
  gauges: {
    kontor_process_jobs_due: { help: 'Work of processes that should run now, up to 10,000' },
    kontor_process_jobs_lag_seconds: { help: 'How long the first of it is due' },
    kontor_timers_due: { help: 'Timers and schedules of processes that are due, up to 10,000' },
    kontor_incidents: { help: 'Open incidents of processes, up to 10,000' },
  },
  read: async ({ db }) => {
    const row = await readGauges(db)
    return {
      kontor_process_jobs_due: row.due,
      kontor_process_jobs_lag_seconds: row.lag,
      kontor_timers_due: row.timers,
      kontor_incidents: row.incidents,
    }
  },
}
