import type { KeyObject } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import { sign, toKey } from './signature.ts'
import type { Message } from './store/sending.ts'

type Sealed = { secret: string; old_secret: string | null; old_secret_until: Date | null }
export type Keys = { key: KeyObject; oldKey: KeyObject | null; old_secret_until: Date | null }

/** A webhook with the keys that sign its messages. */
export const withKeys = <W extends Sealed>(secrets: Secrets, webhook: W): W & Keys => {
  const open = (sealed: string) => toKey(secrets.open(sealed))
  const { secret, old_secret: old } = webhook
  return { ...webhook, key: open(secret), oldKey: old === null ? null : open(old) }
}

/** The message: the same id and body at every attempt, with a new signature. */
export function toRequest(message: Omit<Message, 'attempts'>, keys: Keys, now: Date) {
  const { position, type, at, object, namespace, code, actor, requestId, data } = message
  const place = { ...(namespace !== null && { namespace }), ...(code !== null && { code }) }
  const event = { type, timestamp: at, position, object, ...place, actor, requestId, data }
  const body = JSON.stringify(event)
  const id = `evt_${position}`
  const seconds = Math.floor(now.getTime() / 1000)
  const { key, oldKey, old_secret_until: until } = keys
  const signing = oldKey !== null && until !== null && until > now ? [key, oldKey] : [key]
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signing.map((each) => sign(each, { id, seconds, body })).join(' '),
    },
  }
}
