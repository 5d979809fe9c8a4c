import type { Context } from '../../platform/context.ts'
import type { AuditEntry } from './operations.ts'
import { listEntries } from './store.ts'

/** The events of one object, oldest first. The caller checks who may see them. */
export const listHappened = async (ctx: Context, object: string): Promise<AuditEntry[]> =>
  (await listEntries(ctx.db, { object, size: 200 })).toReversed()
