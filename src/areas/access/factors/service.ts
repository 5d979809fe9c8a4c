import { conflict, forbidden, invalid, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { IDENTITY } from '../identity.ts'
import { notify } from '../mail/notify.ts'
import { getAccount } from '../service.ts'
import { limitsOf } from '../session-limits.ts'
import type { FactorKind } from '../sign-in-operations.ts'
import * as store from '../store/factors.ts'
import { isSubject } from '../store/grants.ts'
import { findPasswordById } from '../store/people.ts'
import * as sessions from '../store/sessions.ts'
import { findSignInFacts } from '../store/sign-in-facts.ts'
import type { Factors } from './operations.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

export async function getOwnFactors(ctx: Context): Promise<Factors> {
  const { id, subjects } = ctx.user
  const app = await store.findApp(ctx.db, id)
  const passkeys = await store.listPasskeys(ctx.db, id)
  const { isFactorRequired } = await findSignInFacts(ctx.db, id, [...subjects])
  const known = await findPasswordById(ctx.db, id)
  return {
    app: app ? { createdAt: app.created_at.toISOString() } : null,
    passkeys: passkeys.map((key) => ({
      id: key.id,
      name: key.name,
      createdAt: key.created_at.toISOString(),
      lastUsedAt: key.last_used_at?.toISOString() ?? null,
    })),
    recoveryCodes: await store.countCodes(ctx.db, id),
    hasPassword: typeof known?.password_hash === 'string',
    isRequired: isFactorRequired,
  }
}

export async function removeApp(ctx: Context): Promise<void> {
  requireBrowser(ctx)
  if (!(await store.deleteApp(ctx.db, ctx.user.id))) throw notFound('app', ctx.user.id)
  await removed(ctx, 'app')
}

export async function removePasskey(ctx: Context, id: string): Promise<void> {
  requireBrowser(ctx)
  if (!(await store.deletePasskey(ctx.db, ctx.user.id, id))) throw notFound('passkey', id)
  await removed(ctx, 'passkey')
}

/** The last factor cannot be removed while a group requires one; recovery codes are removed with it. */
async function removed(ctx: Context, kind: FactorKind): Promise<void> {
  const { id: user, subjects } = ctx.user
  const { hasApp, hasPasskey, isFactorRequired } = await findSignInFacts(ctx.db, user, [
    ...subjects,
  ])
  if (!hasApp && !hasPasskey) {
    if (isFactorRequired) throw conflict('you need a second factor: add another one first')
    await store.replaceCodes(ctx.db, user, [])
  }
  await ctx.emit({ type: 'user.factor_removed', object: `user:${user}`, data: { kind } })
  await notify(ctx, user, 'factor_removed')
}

export async function renewRecoveryCodes(ctx: Context): Promise<string[]> {
  requireBrowser(ctx)
  const { id: user, subjects } = ctx.user
  const { hasApp, hasPasskey } = await findSignInFacts(ctx.db, user, [...subjects])
  if (!hasApp && !hasPasskey)
    throw conflict('recovery codes belong to a second factor: add one first')
  await ctx.emit({ type: 'user.recovery_codes_replaced', object: `user:${user}`, data: {} })
  return replaceRecoveryCodes(ctx, user)
}

/** A token must not change how its user signs in. */
function requireBrowser({ user }: Context): void {
  if (user.credential.kind !== 'session') {
    throw forbidden('second factors are changed in a browser that is signed in')
  }
}

/** For users who lost their factors. Ends their sessions, because somebody else may have the device. */
export async function resetFactors(ctx: Context, user: string): Promise<void> {
  await getAccount(ctx, user)
  await dropFactors(ctx, user)
  await notify(ctx, user, 'factors_reset')
}

export async function dropFactors(ctx: Context, user: string): Promise<void> {
  await store.deleteApp(ctx.db, user)
  await store.deletePasskeys(ctx.db, user)
  await store.replaceCodes(ctx.db, user, [])
  await sessions.deleteSessionsOf(ctx.db, user, null)
  ctx.changed(IDENTITY)
  await ctx.emit({ type: 'user.factors_reset', object: `user:${user}`, data: {} })
}

export async function saveFactorPolicy(ctx: Context, groups: readonly string[]): Promise<string[]> {
  const before = new Set(await store.listFactorGroups(ctx.db))
  const wanted = new Set(groups)
  for (const group of wanted.difference(before)) {
    if (!(await isSubject(ctx.db, 'group', group))) {
      throw invalid(`field "groups": there is no group ${group}`)
    }
    await ctx.emit({ type: 'group.factor_required', object: `group:${group}`, data: {} })
  }
  for (const group of before.difference(wanted)) {
    await ctx.emit({ type: 'group.factor_optional', object: `group:${group}`, data: {} })
  }
  await store.saveFactorGroups(ctx.db, [...wanted])
  return store.listFactorGroups(ctx.db)
}

export async function listUserSessions(ctx: Context, user: string) {
  await getAccount(ctx, user)
  const rows = await sessions.listSessionsOf(ctx.db, user, limitsOf(ctx))
  return rows.map(({ id, created_at, last_used_at, address, agent }) => ({
    id,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
    address,
    agent,
  }))
}

export async function endUserSessions(ctx: Context, user: string): Promise<void> {
  await getAccount(ctx, user)
  await sessions.deleteSessionsOf(ctx.db, user, null)
  ctx.changed(IDENTITY)
  await ctx.emit({ type: 'session.all_closed', object: `user:${user}`, data: {} })
}
