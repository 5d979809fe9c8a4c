import { notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { IDENTITY } from './identity.ts'
import type { OwnSession } from './own-operations.ts'
import { limitsOf } from './session-limits.ts'
import * as store from './store/sessions.ts'

export async function listOwnSessions(ctx: Context): Promise<OwnSession[]> {
  const rows = await store.listSessionsOf(ctx.db, ctx.user.id, limitsOf(ctx))
  const { id: current } = ctx.user.credential
  return rows.map(({ id, created_at, expires_at, address, agent }) => ({
    id,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    address,
    agent,
    isCurrent: id === current,
  }))
}

/** Sessions of others do not exist for the caller. */
export async function endOwnSession(ctx: Context, id: string): Promise<void> {
  if (!(await store.deleteSessionOf(ctx.db, ctx.user.id, id))) throw notFound('session', id)
  ctx.changed(IDENTITY)
  await ctx.emit({ type: 'session.closed', object: `user:${ctx.user.id}`, data: { session: id } })
}

/** Offered after a change of password or second factors: ends all other sessions. */
export async function endOtherSessions(ctx: Context): Promise<void> {
  const { id: user, credential } = ctx.user
  await store.deleteSessionsOf(ctx.db, user, credential.id)
  ctx.changed(IDENTITY)
  await ctx.emit({ type: 'session.others_closed', object: `user:${user}`, data: {} })
}
