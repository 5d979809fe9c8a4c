import { type Check, ok, warning } from '../../../platform/checks/check.ts'
import { databaseTime } from '../../../platform/db/time.ts'
import { findFailure, findLatestBackup } from './store.ts'

const DAY = 86_400_000
const OLD = 7

const backups: Check = {
  name: 'backups',
  run: async (db) => {
    const [latest, failure] = [await findLatestBackup(db), await findFailure(db)]
    if (failure) {
      return warning(
        `the one of ${failure.failed_at.toISOString()} failed: ${failure.problem}: run "kontor backup" again`,
      )
    }
    if (!latest) return ok('none by "kontor backup" yet')
    const now = await databaseTime(db)
    const days = Math.floor((now.getTime() - latest.taken_at.getTime()) / DAY)
    const text = `the latest is of ${latest.taken_at.toISOString()}`
    return days < OLD ? ok(text) : warning(`${text}, ${days} days ago: run "kontor backup"`)
  },
}

export const backupsChecks: Check[] = [backups]
