import { hasStatus, lockItem } from '../../apps/on-behalf.ts'
import type { Move } from '../move.ts'
import { appOf } from '../store/waits.ts'
import { findTarget } from '../targets.ts'
import type { EffectOf } from './carry-out.ts'

/** The item is locked while its status is read, so that a later change finds the subscription. */
export async function subscribe(move: Move, effect: EffectOf<'subscribe'>): Promise<void> {
  const { token, subscription } = effect
  const { kind } = subscription
  if (kind !== 'status') {
    const correlation = kind === 'message' ? subscription.correlation : null
    const row = { token, kind, name: subscription.name, correlation, app: null, item_id: null }
    move.rows.subscriptions.set(token, row)
    return
  }
  const reference = await findTarget(move, subscription.target)
  const item = reference && (await lockItem(move.ctx, reference))
  if (!item || !reference) return
  if (await hasStatus(move.ctx, reference, { item, status: subscription.status })) {
    move.pending.push({ type: 'status', token })
    return
  }
  const { id: item_id, ...place } = reference
  const app = appOf(place)
  const row = { token, kind, name: subscription.status, correlation: null, app, item_id }
  move.rows.subscriptions.set(token, row)
}
