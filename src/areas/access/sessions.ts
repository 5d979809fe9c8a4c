import { AppError, forbidden, notFound, tooMany, unauthorized } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { IDENTITY } from './identity.ts'
import type { Account } from './operations.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { hashSecret, newSecret } from './secrets.ts'
import * as people from './store/people.ts'
import * as sessions from './store/sessions.ts'

/** Seconds a session lasts. */
export const SESSION_LENGTH = 14 * 24 * 3600

type Steps = Context & {
  address: string
  agent: string
  write<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

/**
 * The failure is counted before the password is looked at, so that many guesses at once count
 * too; a right password takes the count back. An unknown login costs the same time and gets the
 * same words as a wrong password.
 */
export async function signIn(
  ctx: Steps,
  login: string,
  password: string,
): Promise<{ account: Account; secret: string }> {
  const keys = [`login:${login.toLowerCase()}`, `address:${ctx.address}`]
  const known = await ctx.write(async (step) => {
    for (const key of keys) await slowDown(step, key)
    return people.findPassword(step.db, login)
  })
  if (!(await isPassword(known?.password_hash, password)) || !known) {
    await ctx.write((step) => emitFailure(step, login, ctx.address))
    throw unauthorized('the login or the password is wrong')
  }
  return ctx.write(async (step) => {
    await sessions.deleteFailures(step.db, keys)
    return openSession(step, known.id, ctx)
  })
}

export async function signOut(ctx: Context): Promise<void> {
  const { kind, id } = ctx.user.credential
  if (kind !== 'session' || id === null) return
  await sessions.deleteSession(ctx.db, id)
  ctx.changed(IDENTITY)
  await ctx.emit({ type: 'session.closed', object: `user:${ctx.user.id}`, data: { session: id } })
}

/** Ends every other session of the user: whoever knew the old password is out. */
export async function setPassword(
  ctx: Context,
  id: string,
  { password, currentPassword }: { password: string; currentPassword?: string | undefined },
): Promise<void> {
  const isOwn = id === ctx.user.id
  if (!isOwn && !ctx.user.isAdministrator)
    throw forbidden('only administrators set others’ passwords')
  const known = await people.findPasswordById(ctx.db, id)
  if (!known) throw notFound('user', id)
  if (
    isOwn &&
    known.password_hash &&
    !(await isPassword(known.password_hash, currentPassword ?? ''))
  ) {
    throw forbidden('the current password is wrong')
  }
  await people.savePassword(ctx.db, id, await hashPassword(password), ctx.now())
  await sessions.deleteSessionsOf(ctx.db, id, isOwn ? ctx.user.credential.id : null)
  ctx.changed(IDENTITY)
  await ctx.emit({ type: 'user.password_set', object: `user:${id}`, data: {} })
}

export async function sweepAccess(ctx: Context): Promise<void> {
  const day = 24 * 3600 * 1000
  await sessions.deleteOldRows(ctx.db, ctx.now(), new Date(ctx.now().getTime() - day))
}

/** Guesses that cost nothing yet. */
const FREE = { login: 5, address: 50 }
const LONGEST = 15 * 60

async function slowDown(ctx: Context, key: string): Promise<void> {
  const before = await sessions.findFailures(ctx.db, key)
  const free = key.startsWith('login:') ? FREE.login : FREE.address
  if (before && before.failures >= free) {
    const wait = Math.min(2 ** (before.failures - free), LONGEST)
    const left = wait - (ctx.now().getTime() - before.last_at.getTime()) / 1000
    if (left > 0) throw tooMany(`failed sign-ins, wait ${Math.ceil(left)} s`, left)
  }
  await sessions.addFailure(ctx.db, key, ctx.now())
}

const emitFailure = (ctx: Context, login: string, address: string) =>
  ctx.emit({ type: 'session.refused', object: `login:${login.toLowerCase()}`, data: { address } })

async function openSession(ctx: Context, userId: string, { address, agent }: Steps) {
  const account = await people.findAccount(ctx.db, userId)
  if (!account) throw new AppError('internal', 'the user vanished while signing in')
  const secret = newSecret()
  const id = newId()
  const expires_at = new Date(ctx.now().getTime() + SESSION_LENGTH * 1000)
  const hash = hashSecret(secret)
  await sessions.insertSession(ctx.db, {
    id,
    user_id: userId,
    hash,
    created_at: ctx.now(),
    expires_at,
    address,
    agent: agent.slice(0, 500),
  })
  await ctx.emit({
    type: 'session.opened',
    object: `user:${userId}`,
    data: { session: id, address },
  })
  return { account, secret }
}
