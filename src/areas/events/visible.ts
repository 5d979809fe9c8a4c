import { snapshotOf } from '../../definitions/snapshot.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { StoredEvent } from '../../platform/events.ts'
import { canUse } from '../apps/policy.ts'
import { getItem } from '../apps/service.ts'

/** An event tells what its object is like, so only who may read the object hears of it. */
export async function isVisible(ctx: Context, { object }: StoredEvent): Promise<boolean> {
  if (ctx.user.isAdministrator) return true
  const [kind, path = ''] = object.split(/:(.*)/s)
  if (kind === 'user') return path === ctx.user.id
  return kind === 'item' && mayReadItem(ctx, path)
}

async function mayReadItem(ctx: Context, path: string): Promise<boolean> {
  const [namespace = '', code = '', id = ''] = path.split('/')
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  if (!app) return false
  if (await canUse(ctx, app, 'read')) return true
  try {
    await getItem(ctx, { namespace, code }, id)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
