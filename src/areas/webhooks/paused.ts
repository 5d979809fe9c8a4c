import { ADMINISTRATORS } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { notify } from '../notifications/service.ts'
import { usersBehind } from '../people/groups/membership.ts'

/** Notifies administrators of an automatically paused webhook. */
export async function tellPaused(
  ctx: Context,
  { id, name }: { id: string; name: string },
  reason: string,
): Promise<void> {
  const object = `webhook:${id}`
  ctx.log.error({ webhook: id, name, reason }, 'a webhook is paused')
  await ctx.emit({ type: 'webhook.paused', object, data: { reason } })
  const text = `The webhook "${name}" is paused: ${reason}`
  const administrators = await usersBehind(ctx, [ADMINISTRATORS])
  await notify(ctx, { kind: 'system', object, to: administrators.map((user) => ({ user, text })) })
}
