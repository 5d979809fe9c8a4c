import { invalid, notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { getPublished, type Published } from './published.ts'
import { type Instance, lockInstance } from './store/instances.ts'

export type Held = { instance: Instance; published: Published }

/** Locks the instance until the end of the transaction, and loads its published process. */
export async function holdInstance(ctx: Context, id: string): Promise<Held> {
  const held = await findHeld(ctx, id)
  if (!held) throw notFound('process instance', id)
  return held
}

export async function findHeld(ctx: Context, id: string): Promise<Held | undefined> {
  const instance = await lockInstance(ctx.db, 'instance', id)
  if (!instance) return undefined
  const published = await getPublished(ctx, instance.template_id, instance.version)
  return { instance, published }
}

/** An ended instance cannot be changed. */
export function requireActive({ state }: Instance): void {
  if (state === 'done' || state === 'cancel') throw invalid('instance is already finished')
}
