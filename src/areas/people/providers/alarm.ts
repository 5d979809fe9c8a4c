import { ADMINISTRATORS } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { AppEvent } from '../../../platform/events.ts'
import { notify } from '../../notifications/service.ts'
import { usersBehind } from '../groups/membership.ts'

/** While a directory cannot be compared, people who left are not blocked. */
export async function tellOfComparison(
  ctx: Context,
  { object, data = {} }: AppEvent,
): Promise<void> {
  if (data.isGood) return
  const text = `The directory "${data.name}" cannot be compared, so that nobody who left is blocked: ${data.text}`
  const all = await usersBehind(ctx, [ADMINISTRATORS])
  await notify(ctx, { kind: 'system', object, to: all.map((user) => ({ user, text })) })
}

/** Other administrators are notified when an emergency account is used. */
export async function tellOfEmergency(
  ctx: Context,
  { object, data = {} }: AppEvent,
): Promise<void> {
  const others = (await usersBehind(ctx, [ADMINISTRATORS])).filter((id) => object !== `user:${id}`)
  const text = `The emergency account "${data.login}" signed in from ${data.address}`
  await notify(ctx, { kind: 'system', object, to: others.map((user) => ({ user, text })) })
}
