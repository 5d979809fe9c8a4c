import { type Check, ok, warning } from '../../../platform/checks/check.ts'
import { countTrouble } from './store.ts'

/** Jobs that were to run a while ago, or run for so long, that somebody should look. */
const jobs: Check = {
  name: 'jobs',
  run: async (db) => {
    const { failed, overdue, stuck, waiting } = await countTrouble(db)
    const trouble = [
      failed > 0 &&
        `${failed} failed for good: see /manage/v1/jobs?state=failed, then retry or remove`,
      stuck > 0 &&
        `${stuck} running for over an hour: their node may be gone, they start again by themselves`,
      overdue > 0 &&
        `${overdue} waiting for over 15 minutes: is a server running with KONTOR_WORKERS above 0?`,
    ].filter((text) => text !== false)
    return trouble.length > 0 ? warning(trouble.join('; ')) : ok(`none failed, ${waiting} waiting`)
  },
}

export const jobsChecks: Check[] = [jobs]
