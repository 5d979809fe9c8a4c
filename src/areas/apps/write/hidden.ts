import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { Context } from '../../../platform/context.ts'
import { canUse } from '../policy.ts'
import { ValueTaken } from '../store/unique.ts'

/** Counts the answer that a value is taken, unless the caller may read all items of the app anyway. */
export async function countHidden<T>(
  ctx: Context,
  app: StoredApp,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof ValueTaken && !(await canUse(ctx, app, 'read'))) {
      ctx.hiddenConflicts.add('item', ctx.user)
    }
    throw error
  }
}
