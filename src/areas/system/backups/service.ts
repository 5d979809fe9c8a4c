import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { VERSION } from '../../../platform/version.ts'
import { insertBackup, insertFailure } from './store.ts'

/** Notes that the system was saved, so that an old backup is seen before it is needed. */
export async function noteBackup(
  ctx: Context,
  { takenAt, bytes }: { takenAt: Date; bytes: number | null },
): Promise<void> {
  const backup = { taken_at: takenAt, ended_at: ctx.now(), bytes, version: VERSION }
  await insertBackup(ctx.db, { id: newId(), ...backup })
  const data = { takenAt: takenAt.toISOString(), bytes }
  await ctx.emit({ type: 'system.backed_up', object: 'system', data })
}

/** Notes that a backup was not written, or not with everything that belongs into it. */
export async function noteFailure(ctx: Context, problem: string): Promise<void> {
  await insertFailure(ctx.db, { id: newId(), failed_at: ctx.now(), problem })
  await ctx.emit({ type: 'system.backup_failed', object: 'system', data: { problem } })
}
