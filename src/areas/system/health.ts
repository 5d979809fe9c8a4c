import { Cache } from '../../lib/cache.ts'
import type { Check, Finding } from '../../platform/checks/check.ts'
import type { Config } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import type { Health } from './operations.ts'

/** Milliseconds for one check. */
const LONGEST = 5000

/** The checks of `kontor doctor` that are quick; what they found is kept for a while. */
export class HealthChecks {
  readonly #checks: readonly Check[]
  readonly #found = new Cache<Promise<Health>>({ milliseconds: 60_000 })

  constructor(checks: readonly Check[]) {
    this.#checks = checks.filter(({ isThorough }) => !isThorough)
  }

  read(ctx: Context): Promise<Health> {
    return this.#found.get('', async () => ({
      checkedAt: ctx.now().toISOString(),
      checks: await Promise.all(this.#checks.map((check) => judge(ctx, check))),
    }))
  }
}

/** A check that fails to run is a finding too. */
async function judge(ctx: Context, { name, run }: Check): Promise<Finding & { name: string }> {
  try {
    const config: Config = ctx.config
    return { name, ...(await ctx.readWithin(LONGEST, (db) => run(db, config))) }
  } catch (error) {
    ctx.log.warn({ err: error, check: name }, 'a check of the system failed')
    return { name, state: 'problem', text: 'cannot be checked: see the log of the server' }
  }
}
