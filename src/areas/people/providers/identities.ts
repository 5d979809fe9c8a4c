import { conflict, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { endSessions, listSessionsBy } from '../../access/sessions.ts'
import type { Identity } from './operations.ts'
import * as store from './store/identities.ts'

export const listIdentities = async (ctx: Context, user: string): Promise<Identity[]> =>
  (await store.listIdentities(ctx.db, user)).map((row) => ({
    id: row.id,
    provider: { code: row.provider_code, name: row.provider_name },
    name: row.name,
    linkedBy: store.linkedBy(row),
    linkedAt: row.linked_at.toISOString(),
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  }))

/**
 * Users cannot remove their last way to sign in; administrators can do it to others. Ends the sessions that began
 * with the identity, except the calling one.
 */
export async function unlink(ctx: Context, id: string): Promise<void> {
  const identity = await store.lockIdentity(ctx.db, id)
  const isOwn = identity?.user_id === ctx.user.id
  if (!identity || !(isOwn || ctx.user.isAdministrator)) throw notFound('identity', id)
  const { user_id: user, provider, name } = identity
  if (isOwn && !(await store.hasOtherWay(ctx.db, user, id))) {
    throw conflict('you could not sign in any more: set a password or link another account first')
  }
  const began = await listBegun(ctx, { provider: identity.provider_id, identity: id })
  const others = began.filter((session) => session.id !== ctx.user.credential.id)
  await endSessions(ctx, others)
  await store.deleteIdentity(ctx.db, id)
  await ctx.emit({
    type: 'user.identity_unlinked',
    object: `user:${user}`,
    data: { provider, name },
  })
}

/**
 * Sessions that began at a provider. For directories, and sessions with a second factor here, only the person is
 * known.
 */
export async function listBegun(ctx: Context, wanted: store.Began) {
  const known = await store.listSessions(ctx.db, wanted)
  if (wanted.session !== undefined && wanted.subject === undefined) return known
  const users = await store.listLinkedUsers(ctx.db, wanted)
  const all = await listSessionsBy(ctx, users, ['provider', 'directory'])
  const ids = all.map(({ id }) => id)
  const elsewhere = new Set(await store.listKnownOrigins(ctx.db, ids))
  return [...known, ...all.filter(({ id }) => !elsewhere.has(id))]
}
