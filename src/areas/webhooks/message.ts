import type { Secrets as Keys } from '../../platform/secrets.ts'
import { sign } from './signature.ts'
import type { Message } from './store/sending.ts'

export type Secrets = { secret: string; old_secret: string | null; old_secret_until: Date | null }

/** A webhook with its secrets in plain text. */
export const opened = <W extends Secrets>(keys: Keys, webhook: W): W => ({
  ...webhook,
  secret: keys.open(webhook.secret),
  old_secret: webhook.old_secret && keys.open(webhook.old_secret),
})

/** The message: the same id and body at every attempt, with a new signature. */
export function toRequest(message: Omit<Message, 'attempts' | 'id'>, secrets: Secrets, now: Date) {
  const { position, type, at, object, namespace, code, actor, request, data } = message
  const place = { ...(namespace !== null && { namespace }), ...(code !== null && { code }) }
  const event = { type, timestamp: at, position, object, ...place, actor, requestId: request, data }
  const body = JSON.stringify(event)
  const id = `evt_${position}`
  const seconds = Math.floor(now.getTime() / 1000)
  const { secret, old_secret: old, old_secret_until: until } = secrets
  const signing = old !== null && until !== null && until > now ? [secret, old] : [secret]
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signing.map((key) => sign(key, { id, seconds, body })).join(' '),
    },
  }
}
