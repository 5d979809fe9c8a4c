import { forbidden, invalid, unavailable } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { encrypt } from './encryption.ts'
import type { Subscription } from './operations.ts'
import { publicKeyOf, readSenderKey } from './sender-key.ts'
import * as store from './store.ts'

const MOST = 10

const findSession = ({ user: { credential } }: Context): string | null =>
  credential.kind === 'session' ? credential.id : null

function requireSession(ctx: Context): string {
  const session = findSession(ctx)
  if (session === null) throw forbidden('only a browser that is signed in can be told of notices')
  return session
}

export async function getPush(ctx: Context): Promise<{ isOffered: boolean; isOn: boolean }> {
  const session = findSession(ctx)
  if (session === null || ctx.config.KONTOR_PUSH === 'off') return { isOffered: false, isOn: false }
  return { isOffered: true, isOn: await store.hasSubscription(ctx.db, session) }
}

export async function getKey(ctx: Context): Promise<string> {
  requireOn(ctx)
  return publicKeyOf(await readSenderKey(ctx))
}

export async function startPush(ctx: Context, { endpoint, keys }: Subscription): Promise<void> {
  requireOn(ctx)
  const session = requireSession(ctx)
  const browser = { publicKey: keys.p256dh, auth: keys.auth }
  requirePoint(browser)
  const user = ctx.user.id
  const made = { id: newId(), session, user, endpoint, ...browser, at: ctx.now() }
  await store.insertSubscription(ctx.db, made)
  await store.deleteOldest(ctx.db, user, MOST)
  await ctx.emit({
    type: 'notification.push_started',
    object: `user:${user}`,
    data: { session },
  })
}

export async function stopPush(ctx: Context): Promise<void> {
  const session = requireSession(ctx)
  if (!(await store.deleteOfSession(ctx.db, session))) return
  const object = `user:${ctx.user.id}`
  await ctx.emit({ type: 'notification.push_ended', object, data: { session } })
}

/** After the loss of the sealing key. */
export const forgetPush = (ctx: Context): Promise<void> => store.deleteSenderKey(ctx.db)

function requireOn({ config }: Context): void {
  if (config.KONTOR_PUSH === 'off') throw unavailable('notices in browsers are off: KONTOR_PUSH')
}

/** Not every value of this length is a point of the curve. */
function requirePoint(keys: Parameters<typeof encrypt>[1]): void {
  try {
    encrypt('', keys)
  } catch {
    throw invalid('field "keys.p256dh": expected a point of P-256')
  }
}
