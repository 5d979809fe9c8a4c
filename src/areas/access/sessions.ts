import { AppError, forbidden, notFound, unauthorized } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { WRONG_PASSWORD } from '../../lib/password-rules.ts'
import type { Context } from '../../platform/context.ts'
import { DEVICE_LENGTH, findDevice, rememberDevice } from './devices.ts'
import { countersOf, countGuess, takeBack } from './guess-limits.ts'
import { IDENTITY } from './identity.ts'
import { badPassword, checkPassword, hashPassword, isPassword } from './passwords.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { deleteOldDevices } from './store/devices.ts'
import * as people from './store/people.ts'
import * as sessions from './store/sessions.ts'

/** Seconds a session lasts. */
export const SESSION_LENGTH = 14 * 24 * 3600

type Steps = Context & {
  address: string
  agent: string
  write<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

type SignIn = { login: string; password: string; device: string | undefined }

/**
 * The failure is counted before the password is looked at, and taken back when it is right. An
 * unknown login costs the same time and gets the same words as a wrong password.
 */
export async function signIn(ctx: Steps, { login, password, device }: SignIn) {
  const { known, counters } = await ctx.write(async (step) => {
    const user = await people.findPassword(step.db, login)
    const found = await findDevice(step, device, user?.id)
    const all = countersOf({ login, address: ctx.address, device: found })
    await countGuess(step, all)
    return { known: user, counters: all }
  })
  if (!(await isPassword(known?.password_hash, password)) || !known) {
    await ctx.write((step) => emitFailure(step, login, ctx.address))
    throw unauthorized('wrong login or password')
  }
  return ctx.write(async (step) => {
    await takeBack(step, counters)
    const opened = await openSession(step, known.id, ctx)
    const shown = await rememberDevice(step, device, known.id)
    return { ...opened, device: shown, isFirstPassword: known.password_is_first }
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
    const counters = countersOf({ login, address: ctx.address, device: undefined })
    await ctx.write((step) => countGuess(step, counters))
    if (!(await isPassword(known.password_hash, given.currentPassword ?? ''))) {
      throw forbidden(WRONG_PASSWORD)
    }
    await ctx.write((step) => takeBack(step, counters))
    if (given.password === given.currentPassword) {
      throw badPassword('same')
    }
  }
  await checkPassword(given.password, login)
  const hash = await hashPassword(given.password)
  await ctx.write((step) => savePassword(step, { id, hash, keep: credential.id }))
}

/** Administrators set anybody's. */
export async function setPassword(
  ctx: Context,
  id: string,
  { password }: NewPassword,
): Promise<void> {
  if (!ctx.user.isAdministrator)
    throw forbidden('only administrators can set the passwords of others')
  const known = await people.findPasswordById(ctx.db, id)
  if (!known) throw notFound('user', id)
  await checkPassword(password, known.login)
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
  const now = ctx.now().getTime()
  await sessions.deleteOldRows(ctx.db, ctx.now(), new Date(now - day))
  await deleteOldDevices(ctx.db, new Date(now - DEVICE_LENGTH * 1000))
}

const emitFailure = (ctx: Context, login: string, address: string) =>
  ctx.emit({ type: 'session.refused', object: `login:${login.toLowerCase()}`, data: { address } })

async function openSession(ctx: Context, userId: string, { address, agent }: Steps) {
  const account = await people.findAccount(ctx.db, userId)
  if (!account) throw new AppError('internal', 'the user was deleted while signing in')
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
