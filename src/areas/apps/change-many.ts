import type { AppAddress } from '../../lib/app-path.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { deleteItem, getApp, setStatus, updateItem } from './service.ts'

export type ItemChange = {
  context?: Record<string, unknown> | undefined
  status?: string | undefined
  delete?: true | undefined
}

type Steps = Context & { write<T>(work: (ctx: Context) => Promise<T>): Promise<T> }

/**
 * Makes the same change to many items, each in its own transaction: a failure is reported for that
 * item and does not affect the others.
 */
export async function changeItems(
  ctx: Steps,
  address: AppAddress,
  { ids, change }: { ids: readonly string[]; change: ItemChange },
): Promise<{ changed: number; errors: { id: string; error: string }[] }> {
  await getApp(ctx, address)
  const errors: { id: string; error: string }[] = []
  const all = new Set(ids)
  for (const id of all) {
    try {
      await ctx.write((step) => changeItem(step, address, id, change))
    } catch (error) {
      errors.push({ id, error: tell(ctx, error) })
    }
  }
  return { changed: all.size - errors.length, errors }
}

async function changeItem(
  ctx: Context,
  address: AppAddress,
  id: string,
  { context, status, delete: isDeleted }: ItemChange,
): Promise<void> {
  const ifMatch = undefined
  if (status !== undefined) await setStatus(ctx, address, { id, status, context, ifMatch })
  else if (context !== undefined) await updateItem(ctx, address, { id, context, ifMatch })
  if (isDeleted) await deleteItem(ctx, address, { id, ifMatch })
}

/** Internal errors are logged; items changed before one are still reported. */
function tell(ctx: Context, error: unknown): string {
  if (error instanceof AppError) return error.message
  ctx.log.error({ err: error }, 'an item of many could not be changed')
  return 'internal error'
}
