import { type Check, ok, problem } from '../../platform/checks/check.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import * as store from './store/log.ts'
import type { RegistrationRow } from './store/registrations.ts'

/** Adds an entry to the log of its counter, which the caller has locked. */
export const writeDown = (
  ctx: Context,
  action: store.LogAction,
  { id }: RegistrationRow,
): Promise<void> =>
  store.appendEntry(ctx.db, { registration: id, action, at: ctx.now(), actor: ctx.user.id })

/** Everything in the log, or missing from it, that differs from what was written. */
export async function verifyLog(db: Db) {
  const broken = await store.listBroken(db)
  return {
    problems: broken.map(({ serial_id, problem: what }) => `counter ${serial_id}: ${what}`),
    counters: await store.listEnds(db),
  }
}

const log: Check = {
  name: 'registrations',
  isThorough: true,
  run: async (db) => {
    const { problems, counters } = await verifyLog(db)
    if (problems.length > 0) {
      return problem(
        `somebody changed the log of registrations: ${problems.slice(0, 3).join('; ')}`,
      )
    }
    const entries = counters.reduce((sum, each) => sum + each.entries, 0)
    return ok(`the log is as it was written, ${entries} entries`)
  },
}

export const registrationChecks: Check[] = [log]
