import { conflict, forbidden } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { IDENTITY } from '../identity.ts'
import { hashSecret } from '../secrets.ts'
import * as store from '../store/addresses.ts'
import { deleteLinksOf } from '../store/links.ts'

/** How long an address counts as new, and how long the old one can be restored. */
const NEW_FOR = 72 * 3600_000

/** Addresses changed after this moment are new. */
export const newSince = ({ now }: Pick<Context, 'now'>) => new Date(now().getTime() - NEW_FOR)

type Change = { user: string; before: string; after: string }

/**
 * Ends links sent to the old address, and sends it a letter about the change. An address that was itself new gets
 * no letter, because its owner is unknown.
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

/** Whether the address of a user was changed recently and nobody who is signed in has confirmed it. */
export const isAddressNew = async (ctx: Context, user: string): Promise<boolean> =>
  (await store.findUnconfirmed(ctx.db, user, newSince(ctx))) !== undefined

/** The previous address, while the current one is new: whoever changed it may not be the user. */
export async function formerAddress(ctx: Context, user: string): Promise<string | undefined> {
  const change = await store.findUnconfirmed(ctx.db, user, newSince(ctx))
  return change?.before || undefined
}

/** Until when it is new; undefined if it is not. */
export async function newAddressUntil(ctx: Context, user: string): Promise<Date | undefined> {
  const change = await store.findUnconfirmed(ctx.db, user, newSince(ctx))
  return change && new Date(change.changed_at.getTime() + NEW_FOR)
}

/** The secret is in the letter to the old address. Later changes of the address are undone, too. */
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

/** The address that its owner confirmed: it may have changed since. */
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

/** A user who signed in by a link sent to the address owns it. */
export const confirmByLink = (ctx: Context, user: string) =>
  store.saveConfirmed(ctx.db, user, ctx.now())

export const sweepAddresses = (ctx: Context) => store.deleteOldChanges(ctx.db, newSince(ctx))
