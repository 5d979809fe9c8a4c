import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { inSavepoint } from '../../../platform/db/savepoint.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import { ProcessSuspended } from '../move.ts'
import { getPublished } from '../published.ts'
import { startInstance } from '../start.ts'
import type { Leased } from '../store/jobs.ts'
import { Suspended } from './outcome.ts'

type Start = {
  template: string
  version: number
  node: string
  context: Record<string, unknown>
  item: Reference
  by: string
  depth: number
}

/** Starts a process that an item triggered. A failure does not affect the item. */
export async function startByTrigger(ctx: Context, { payload }: Leased): Promise<void> {
  const { template, version, node, context, item, by, depth } = payload as Start
  const about = { template, item }
  try {
    const published = await getPublished(ctx, template, version)
    await inSavepoint(ctx.db, () =>
      startInstance(ctx, published, { context, node, item, by, depth }),
    )
  } catch (err) {
    if (err instanceof ProcessSuspended) throw new Suspended()
    if (!(err instanceof AppError)) throw err
    if (err.code === 'conflict')
      ctx.log.info({ ...about, reason: err.message }, 'a process that an item starts did not begin')
    else ctx.log.error({ err, ...about }, 'a process that an item starts could not begin')
  }
}
