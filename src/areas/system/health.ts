import { Cache } from '../../lib/cache.ts'
import type { Check, Finding } from '../../platform/checks/check.ts'
import type { Config } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { inSavepoint } from '../../platform/db/savepoint.ts'
import type { Health } from './operations.ts'

/** Milliseconds for one check. */
const LONGEST = 5000

/** The quick checks of `kontor doctor`; their findings are cached for a while. */
export class HealthChecks {
  readonly #checks: readonly Check[]
  readonly #found = new Cache<Promise<Health>>({ milliseconds: 60_000 })

  constructor(checks: readonly Check[]) {
    this.#checks = checks.filter(({ isThorough }) => !isThorough)
  }

  read(ctx: Context): Promise<Health> {
    return this.#found.get('', async () => ({
      checkedAt: ctx.now().toISOString(),
      checks: await ctx.readWithin({ milliseconds: LONGEST }, (db) =>
        judgeAll(ctx, db, this.#checks),
      ),
    }))
  }
}

type Judged = Finding & { name: string }

/** One after the other, on one connection. */
async function judgeAll(ctx: Context, db: Db, checks: readonly Check[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const check of checks) judged.push(await judge(ctx, db, check))
  return judged
}

/** A check that fails to run is a finding too. */
async function judge(ctx: Context, db: Db, { name, run }: Check): Promise<Judged> {
  try {
    const config: Config = ctx.config
    return { name, ...(await inSavepoint(db, () => run(db, config))) }
  } catch (error) {
    ctx.log.warn({ err: error, check: name }, 'a check of the system failed')
    return { name, state: 'problem', text: 'cannot be checked: see the log of the server' }
  }
}
