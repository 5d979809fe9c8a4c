import { createHmac, randomBytes } from 'node:crypto'

/** Secrets and signatures as the Standard Webhooks scheme has them. */
const PREFIX = 'whsec_'

export const newSecret = (): string => PREFIX + randomBytes(24).toString('base64')

/** Signs id, time and body, so that receivers can detect forged, changed and replayed messages. */
export function sign(
  secret: string,
  message: { id: string; seconds: number; body: string },
): string {
  const { id, seconds, body } = message
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signed = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return `v1,${signed}`
}
