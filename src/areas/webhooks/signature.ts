import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/** Secrets and signatures as the Standard Webhooks scheme has them. */
const PREFIX = 'whsec_'

export const newSecret = (): string => PREFIX + randomBytes(24).toString('base64')

/** Made once per webhook: a key that is read anew for every signature takes five times as long. */
export const toKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'))

/** Signs id, time and body, so that receivers can detect forged, changed and replayed messages. */
export function sign(
  key: KeyObject,
  message: { id: string; seconds: number; body: string },
): string {
  const { id, seconds, body } = message
  const signed = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return `v1,${signed}`
}
