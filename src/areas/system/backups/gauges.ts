import type { GaugeGroup } from '../../../platform/gauges.ts'
import { findAge, findFailure } from './store.ts'

export const backupGauges: GaugeGroup = {
  name: 'backups',
  gauges: {
    kontor_backup_age_seconds: {
      help: 'Age of the latest archive of "kontor backup"; of the installation if there is none',
    },
    kontor_backup_failed: { help: '1 if the latest backup failed or carries damaged files along' },
  },
  read: async ({ db }) => {
    const age = await findAge(db)
    const failure = await findFailure(db)
    return { kontor_backup_age_seconds: age, kontor_backup_failed: failure ? 1 : 0 }
  },
}
