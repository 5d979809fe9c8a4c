import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import * as store from './store.ts'

/** The VAPID key of this installation as PEM; created on first use. */
export async function readSenderKey(ctx: Context): Promise<string> {
  const known = await store.findSenderKey(ctx.db)
  if (known !== undefined) return ctx.secrets.open(known)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  // If several are created at once, the first is kept.
  return ctx.secrets.open(await store.insertSenderKey(ctx.db, ctx.secrets.seal(pem)))
}

/** The uncompressed point, in base64url. */
export function publicKeyOf(privateKey: string): string {
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return Buffer.concat(point).toString('base64url')
}

/** Push services accept at most a day. */
const VALID = 12 * 3600

type Letter = { endpoint: string; contact: string | undefined; now: Date }

/** The VAPID header of RFC 8292, which proves who sends. */
export function authorize(privateKey: string, { endpoint, contact, now }: Letter): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + VALID,
    ...(contact !== undefined && { sub: contact }),
  }
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' as const }
  const signature = sign('sha256', Buffer.from(signed), key).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${publicKeyOf(privateKey)}`
}
