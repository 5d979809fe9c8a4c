import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { VERSION } from '../../../platform/version.ts'
import { insertBackup, insertFailure } from './store.ts'

/** Records a backup, so that an outdated one is noticed. */
export async function noteBackup(
  ctx: Context,
  { takenAt, bytes }: { takenAt: Date; bytes: number | null },
): Promise<void> {
  const backup = { taken_at: takenAt, ended_at: ctx.now(), bytes, version: VERSION }
  await insertBackup(ctx.db, { id: newId(), ...backup })
  const data = { takenAt: takenAt.toISOString(), bytes }
  await ctx.emit({ type: 'system.backed_up', object: 'system', data })
}

/** Records a failed or incomplete backup. */
export async function noteFailure(ctx: Context, problem: string): Promise<void> {
  await insertFailure(ctx.db, { id: newId(), failed_at: ctx.now(), problem })
  await ctx.emit({ type: 'system.backup_failed', object: 'system', data: { problem } })
}
