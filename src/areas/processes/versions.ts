import type { Context } from '../../platform/context.ts'
import type { Template } from './published.ts'
import { listWaiting } from './store/instances.ts'

/** Instances of older versions that wait and so can be moved. */
export const listMovable = (
  ctx: Context,
  { id, processVersion }: Template,
  but: readonly string[],
): Promise<string[]> => listWaiting(ctx.db, { template: id, before: processVersion, but })
