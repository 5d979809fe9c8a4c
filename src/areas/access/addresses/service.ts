import { conflict, forbidden } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { IDENTITY } from '../identity.ts'
import { hashSecret } from '../secrets.ts'
import * as store from '../store/addresses.ts'
import { deleteLinksOf } from '../store/links.ts'

/** How long an address is new, and how long the old one can be taken back. */
const NEW_FOR = 72 * 3600_000

/** What became another after this is new. */
export const newSince = ({ now }: Pick<Context, 'now'>) => new Date(now().getTime() - NEW_FOR)

type Change = { user: string; before: string; after: string }

/**
 * What was sent to the old address opens nothing any more, and whoever reads it hears of the change. An address that
 * was itself new gets no letter: nobody knows whose it is.
 */
export async function addressChanged(ctx: Context, { user, before, after }: Change): Promise<void> {
  await deleteLinksOf(ctx.db, user)
  const earlier = await store.findUnconfirmed(ctx.db, user, newSince(ctx))
  if (earlier && earlier.before !== '' && isSame(earlier.before, after)) {
    await store.deleteSince(ctx.db, earlier)
    return
  }
  const id = newId()
  const trusted = earlier ? '' : before
  await store.insertChange(ctx.db, { id, user_id: user, before: trusted, changed_at: ctx.now() })
  if (trusted !== '' && ctx.config.KONTOR_SMTP_URL !== undefined) {
    await ctx.addJob('access.address_changed', { change: id })
  }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether the address of somebody became another lately, and nobody who is signed in has confirmed it. */
export const isAddressNew = async (ctx: Context, user: string): Promise<boolean> =>
  (await store.findUnconfirmed(ctx.db, user, newSince(ctx))) !== undefined

/** The one before, while the address of somebody is new: whoever changed it may not be its user. */
export async function formerAddress(ctx: Context, user: string): Promise<string | undefined> {
  const change = await store.findUnconfirmed(ctx.db, user, newSince(ctx))
  return change?.before || undefined
}

/** Until when; undefined if it is not new. */
export async function newAddressUntil(ctx: Context, user: string): Promise<Date | undefined> {
  const change = await store.findUnconfirmed(ctx.db, user, newSince(ctx))
  return change && new Date(change.changed_at.getTime() + NEW_FOR)
}

/** The letter to the old address has the secret. Whatever happened to the address since is undone, too. */
export async function takeBackAddress(ctx: Context, secret: string): Promise<string> {
  const change = await store.lockByHash(ctx.db, hashSecret(secret), newSince(ctx))
  if (!change) {
    throw conflict(
      'this link was used before or has expired, or the new address was confirmed: ask an administrator',
    )
  }
  const { user_id: user, before, email } = change
  await store.deleteSince(ctx.db, change)
  await store.saveAddress(ctx.db, user, before, ctx.now())
  await deleteLinksOf(ctx.db, user)
  ctx.changed(IDENTITY)
  const changes = { email: { before: email, after: before } }
  await ctx.emit({ type: 'user.address_restored', object: `user:${user}`, data: { changes } })
  if (email !== '' && ctx.config.KONTOR_SMTP_URL !== undefined) {
    await ctx.addJob('access.address_restored', { user, lost: email })
  }
  return before
}

/** The one that its owner has read: it may be another by now. */
export async function confirmAddress(ctx: Context, email: string): Promise<void> {
  const { id, credential } = ctx.user
  if (credential.kind !== 'session') {
    throw forbidden('an address is confirmed in a browser that is signed in')
  }
  const now = await store.lockAddress(ctx.db, id)
  if (!isSame(now.email, email)) {
    throw conflict(`field "email": your address is "${now.email}" now: confirm that one`)
  }
  if ((await store.saveConfirmed(ctx.db, id, ctx.now())) === 0) return
  await ctx.emit({ type: 'user.address_confirmed', object: `user:${id}`, data: {} })
}

/** Whoever came in by a link that was sent there has the address. */
export const confirmByLink = (ctx: Context, user: string) =>
  store.saveConfirmed(ctx.db, user, ctx.now())

export const sweepAddresses = (ctx: Context) => store.deleteOldChanges(ctx.db, newSince(ctx))
