import type { Context } from '../../platform/context.ts'
import { hashSecret, newSecret } from './secrets.ts'
import * as store from './store/devices.ts'

/** Seconds a browser is remembered after its last sign-in. */
export const DEVICE_LENGTH = 365 * 24 * 3600

/** The key of a browser that this user signed in with before; undefined for any other. */
export async function findDevice(
  ctx: Context,
  secret: string | undefined,
  userId: string | undefined,
): Promise<string | undefined> {
  if (!secret || !userId) return undefined
  const hash = hashSecret(secret)
  const owner = await store.findOwner(ctx.db, hash)
  return owner === userId ? hash.toString('hex') : undefined
}

/** Remembers the browser. Returns its new secret. */
export async function rememberDevice(
  ctx: Context,
  secret: string | undefined,
  userId: string,
): Promise<string> {
  const kept = (await findDevice(ctx, secret, userId)) ? secret : undefined
  const shown = kept ?? newSecret()
  await store.saveDevice(ctx.db, { hash: hashSecret(shown), user_id: userId, last_at: ctx.now() })
  return shown
}
