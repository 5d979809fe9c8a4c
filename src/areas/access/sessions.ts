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
  const byLogin = loginKey(login)
  const byAddress = `address:${ctx.address}`
  const known = await ctx.write(async (step) => {
    await slowDown(step, byLogin, BY_LOGIN)
    await slowDown(step, byAddress, BY_ADDRESS)
    return people.findPassword(step.db, login)
  })
  if (!(await isPassword(known?.password_hash, password)) || !known) {
    await ctx.write((step) => emitFailure(step, login, ctx.address))
    throw unauthorized('the login or the password is wrong')
  }
  return ctx.write(async (step) => {
    await sessions.deleteFailures(step.db, byLogin)
    await sessions.takeFailureBack(step.db, byAddress)
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

type NewPassword = { password: string; currentPassword?: string | undefined }

/** Who knows the current password sets their own; wrong guesses slow down as in a sign-in. */
export async function changePassword(ctx: Steps, given: NewPassword): Promise<void> {
  const { id, login, credential } = ctx.user
  const known = await people.findPasswordById(ctx.db, id)
  if (known?.password_hash) {
    const key = loginKey(login)
    await ctx.write((step) => slowDown(step, key, BY_LOGIN))
    if (!(await isPassword(known.password_hash, given.currentPassword ?? ''))) {
      throw forbidden('the current password is wrong')
    }
    await ctx.write((step) => sessions.deleteFailures(step.db, key))
  }
  const hash = await hashPassword(given.password)
  await ctx.write((step) => savePassword(step, { id, hash, keep: credential.id }))
}

/** Administrators set anybody's. */
export async function setPassword(
  ctx: Context,
  id: string,
  { password }: NewPassword,
): Promise<void> {
  if (!ctx.user.isAdministrator) throw forbidden('only administrators set others’ passwords')
  if (!(await people.findPasswordById(ctx.db, id))) throw notFound('user', id)
  await savePassword(ctx, { id, hash: await hashPassword(password), keep: null })
}

/** One password for people who have none yet; anybody else keeps theirs. Answers who got it. */
export async function setFirstPasswords(
  ctx: Context,
  ids: readonly string[],
  password: string,
): Promise<string[]> {
  const hash = await hashPassword(password)
  const opened: string[] = []
  for (const id of ids) {
    const known = await people.findPasswordById(ctx.db, id)
    if (known?.password_hash !== null) continue
    await savePassword(ctx, { id, hash, keep: null })
    opened.push(id)
  }
  return opened
}

/** Ends every other session of the user: whoever knew the old password is out. */
async function savePassword(
  ctx: Context,
  { id, hash, keep }: { id: string; hash: string; keep: string | null },
): Promise<void> {
  await people.savePassword(ctx.db, id, hash, ctx.now())
  await sessions.deleteSessionsOf(ctx.db, id, keep)
  ctx.changed(IDENTITY)
  await ctx.emit({ type: 'user.password_set', object: `user:${id}`, data: {} })
}

export const countSessions = (ctx: Context): Promise<number> =>
  sessions.countSessions(ctx.db, ctx.now())

export async function sweepAccess(ctx: Context): Promise<void> {
  const day = 24 * 3600 * 1000
  await sessions.deleteOldRows(ctx.db, ctx.now(), new Date(ctx.now().getTime() - day))
}

/**
 * Guesses that cost nothing yet, then waits that double. A login is forgiven by a right password,
 * or after a day. An address may be that of a whole company, where somebody always mistypes: it is
 * forgiven one failure a minute, and nobody's right password helps them guess those of others.
 */
type Patience = { free: number; forgivenPerMinute: number }
const BY_LOGIN: Patience = { free: 5, forgivenPerMinute: 0 }
const BY_ADDRESS: Patience = { free: 50, forgivenPerMinute: 1 }
const LONGEST = 15 * 60

const loginKey = (login: string): string => `login:${login.toLowerCase()}`

async function slowDown(ctx: Context, key: string, patience: Patience): Promise<void> {
  const now = ctx.now()
  const before = await sessions.lockFailures(ctx.db, key, now)
  const passed = (now.getTime() - before.last_at.getTime()) / 1000
  const forgiven = Math.floor((passed / 60) * patience.forgivenPerMinute)
  const failures = Math.max(0, before.failures - forgiven)
  const wait = failures < patience.free ? 0 : Math.min(2 ** (failures - patience.free), LONGEST)
  if (wait > passed) {
    const left = wait - passed
    throw tooMany(`failed sign-ins, wait ${Math.ceil(left)} s`, left)
  }
  await sessions.saveFailures(ctx.db, key, { failures: failures + 1, last_at: now })
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
