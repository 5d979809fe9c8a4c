import { wholeSnapshot } from '../../../definitions/snapshot.ts'
import type { Context } from '../../../platform/context.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import { beginMove, PROCESS_TIMERS } from '../move.ts'
import { getPublished } from '../published.ts'
import type { Instance } from '../store/instances.ts'
import type { NewJob } from '../store/jobs.ts'
import { listTimedBy } from './store.ts'
import { pausesByStatus, syncClocks } from './sync.ts'

/** Whether a status means anything to the clocks of any process. */
export const arePaused = async (ctx: Context): Promise<boolean> =>
  (await wholeSnapshot(ctx)).live('process').some(({ body }) => pausesByStatus(body))

/** The clocks that are to look because this item has another status. */
export async function clocksFor(ctx: Context, item: Reference): Promise<NewJob[]> {
  const instances = (await arePaused(ctx)) ? await listTimedBy(ctx.db, item) : []
  return instances.map(({ id }) => ({
    instance_id: id,
    token: 0,
    kind: 'sla.status',
    max_attempts: 1,
    payload: {},
  }))
}

/** The item of a held instance has another status: its clocks stand still, or go on. */
export async function recheckClocks(ctx: Context, instance: Instance): Promise<void> {
  const published = await getPublished(ctx, instance.template_id, instance.version)
  await syncClocks(beginMove(ctx, published, instance))
  ctx.nudge(PROCESS_TIMERS)
}
