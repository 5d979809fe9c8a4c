import type { Context } from '../../platform/context.ts'
import type { AuditEntry } from './operations.ts'
import { listEntries } from './store.ts'

/** What happened to one object, the oldest first; who may know of it is decided by the caller. */
export const listHappened = async (ctx: Context, object: string): Promise<AuditEntry[]> =>
  (await listEntries(ctx.db, { object, size: 200 })).toReversed()
