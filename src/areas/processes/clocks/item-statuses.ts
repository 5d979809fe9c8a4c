import { type Snapshot, wholeSnapshot } from '../../../definitions/snapshot.ts'
import { Cache, memoize } from '../../../lib/cache.ts'
import type { Context } from '../../../platform/context.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import { beginMove, PROCESS_TIMERS } from '../move.ts'
import { getPublished } from '../published.ts'
import type { Instance } from '../store/instances.ts'
import type { NewJob } from '../store/jobs.ts'
import { hasPausingVersion, listTimedBy } from './store.ts'
import { syncClocks } from './sync.ts'

const pausedOn = memoize((_: Snapshot) => new Cache<Promise<boolean>>())

/**
 * Whether statuses affect the clocks of any process; cached per set of definitions. Includes old versions and
 * deleted processes, because running instances keep theirs.
 */
export const arePaused = async (ctx: Context): Promise<boolean> =>
  pausedOn(await wholeSnapshot(ctx)).get('', () => hasPausingVersion(ctx.db))

/** Jobs that recheck clocks because these items changed their status. */
export async function clocksFor(ctx: Context, items: readonly Reference[]): Promise<NewJob[]> {
  const isAsked = items.length > 0 && (await arePaused(ctx))
  const instances = isAsked ? await listTimedBy(ctx.db, items) : []
  return instances.map(({ id }) => ({
    instance_id: id,
    token: 0,
    kind: 'sla.status',
    max_attempts: 1,
    payload: {},
  }))
}

/** The item of a locked instance changed its status: pauses or resumes the clocks. */
export async function recheckClocks(ctx: Context, instance: Instance): Promise<void> {
  const published = await getPublished(ctx, instance.template_id, instance.version)
  await syncClocks(beginMove(ctx, published, instance))
  ctx.nudge(PROCESS_TIMERS)
}
