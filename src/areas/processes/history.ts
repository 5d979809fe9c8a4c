import type { Context } from '../../platform/context.ts'
import { listLines } from './store/history.ts'

export const listHistory = (
  ctx: Context,
  instanceId: string,
  { after, size }: { after: number; size: number },
) => listLines(ctx.db, instanceId, after, size)
