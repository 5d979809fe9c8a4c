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
  const { name, paused_at: pausedAt, paused_reason: reason, failing_since: since } = webhook
  if (pausedAt === null && since === null) return []
  const waiting = `${webhook.pending}${webhook.is_more_pending ? '+' : ''} waiting`
  const state = pausedAt === null ? `fails since ${since?.toISOString()}` : `is paused (${reason})`
  return [`"${name}" ${state}, ${waiting}`]
}

export const webhooksChecks: Check[] = [webhooks]
