import { type Check, ok, warning } from '../../platform/checks/check.ts'
import { listWebhooks, type Row } from './store/webhooks.ts'

/** Paused and failing webhooks, with their pending deliveries. */
const webhooks: Check = {
  name: 'webhooks',
  run: async (db) => {
    const all = await listWebhooks(db)
    const trouble = all.flatMap(inTrouble)
    if (trouble.length === 0) return ok(`${all.length}, none is paused or failing`)
    return warning(`${trouble.join('; ')}: see "kontor webhook list"`)
  },
}

function inTrouble(webhook: Row): string[] {
  const { name, paused_at: pausedAt, paused_reason: reason, failing_since: failing } = webhook
  if (pausedAt === null && failing === null) return []
  const about = webhook.is_pending_estimated ? 'about ' : ''
  const since = webhook.oldest_pending
  const waiting = `${about}${webhook.pending} waiting${since ? ` since ${since.toISOString()}` : ''}`
  const state =
    pausedAt === null ? `fails since ${failing?.toISOString()}` : `is paused (${reason})`
  return [`"${name}" ${state}, ${waiting}`]
}

export const webhooksChecks: Check[] = [webhooks]
