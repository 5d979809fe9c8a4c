import { type Check, type Finding, ok, problem, warning } from '../../platform/checks/check.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { reportsRefusal } from './refusal.ts'
import { loginOf } from './sandbox.ts'
import * as store from './store/report-user.ts'

/** Checks that SQL reports can run, and that their database user has no other rights. */
const reports: Check = {
  name: 'reports',
  run: async (db, config: Config) => {
    const refusal = await reportsRefusal(config)
    if (refusal) return problem(refusal)
    const { KONTOR_REPORTS_URL: url } = config
    const role = url ? loginOf(url) : (await store.findUser(db)).role
    const powers = await store.findPowers(db, role)
    if (powers === undefined) return judgeMissing(db, url && role)
    if (powers.length > 0) {
      return problem(`"${role}", who runs SQL reports, ${powers.join(' and ')}: take that away`)
    }
    const unguarded = await store.findUnguarded(db, role)
    if (unguarded.length === 0) return ok('SQL reports run as a user who can only read')
    return problem(
      `these tables show SQL reports all of their rows: ${unguarded.join(', ')}: run "revoke select on ${unguarded[0]} from ${role}"`,
    )
  },
}

async function judgeMissing(db: Db, role: string | undefined): Promise<Finding> {
  if (role)
    return problem(
      `the user "${role}" of KONTOR_REPORTS_URL does not exist in the database of Kontor: name the same database`,
    )
  const own = await store.findOwn(db)
  if (own.may_create) return ok('the user who runs SQL reports is made with the first one')
  return warning(
    `SQL reports are not available: they need a database user of their own, and ${store.cannotCreate(own)}`,
  )
}

export const reportsChecks: Check[] = [reports]
