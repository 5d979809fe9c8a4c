import type { Context } from '../../platform/context.ts'
import type { Template } from './published.ts'
import { listMovableOf } from './store/instances.ts'

/** Instances of older versions that wait and so can be moved, or all running ones. */
export const listMovable = (
  ctx: Context,
  { id, processVersion }: Template,
  { but, isRunning }: { but: readonly string[]; isRunning: boolean },
): Promise<string[]> =>
  listMovableOf(ctx.db, { template: id, before: processVersion, but, isRunning })
