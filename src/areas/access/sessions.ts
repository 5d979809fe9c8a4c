import { forbidden, notFound, unauthorized } from '../../lib/errors.ts'
import { WRONG_PASSWORD } from '../../lib/password-rules.ts'
import type { Context } from '../../platform/context.ts'
import { deleteOldTraces } from '../../platform/telemetry/stored-traces.ts'
import { type Admission, admit, type Visitor } from './admission.ts'
import { DEVICE_LENGTH, findDevice } from './devices.ts'
import { countersOf, countGuess, takeBack } from './guess-limits.ts'
import { IDENTITY } from './identity.ts'
import { notify } from './mail/notify.ts'
import { badPassword, checkPassword, hashPassword, initialUntil, isPassword } from './passwords.ts'
import { limitsOf } from './session-limits.ts'
import type { Method } from './sign-in-operations.ts'
import { deleteAttemptsOf, deleteOldAttempts } from './store/attempts.ts'
import { deleteOldDevices } from './store/devices.ts'
import { deleteLinksOf, deleteOldLinks } from './store/links.ts'
import * as people from './store/people.ts'
import * as sessions from './store/sessions.ts'
import { checkProof, WrongProof } from './wrong-proof.ts'

type Steps = Context & {
  address: string
  write<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

type SignIn = { login: string; password: string }

/**
 * The failure is counted before the password is checked, and taken back if it is right. An unknown login takes the
 * same time and gets the same message as a wrong password.
 */
export async function signIn(
  ctx: Steps,
  { login, password }: SignIn,
  visitor: Visitor,
): Promise<Admission> {
  const { known, counters } = await ctx.write(async (step) => {
    const user = await people.findPassword(step.db, login)
    const found = await findDevice(step, visitor.device, user?.id)
    const all = countersOf({ login, address: ctx.address, device: found })
    await countGuess(step, all)
    return { known: user, counters: all }
  })
  if (!(await isPassword(known?.password_hash, password)) || !known) {
    await ctx.write((step) => emitFailure(step, login, ctx.address))
    throw unauthorized('wrong login or password')
  }
  if (known.password_initial_until && known.password_initial_until <= ctx.now()) {
    throw forbidden('the initial password has expired: ask an administrator for another one')
  }
  return ctx.write(async (step) => {
    await takeBack(step, counters)
    return admit(step, { user: known.id, methods: ['password'] }, visitor)
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

/** Requires the current password; wrong guesses slow down as in a sign-in. */
export async function changePassword(ctx: Steps, given: NewPassword): Promise<void> {
  const { id, login, credential } = ctx.user
  const known = await people.findPasswordById(ctx.db, id)
  if (known?.password_hash) {
    const counters = countersOf({ login, address: ctx.address, device: undefined })
    await ctx.write((step) => countGuess(step, counters))
    const { address } = ctx
    const proof = { user: id, proof: 'password', purpose: 'password_change', address } as const
    const isRight = await isPassword(known.password_hash, given.currentPassword ?? '')
    await checkProof(ctx, proof, async (step) => {
      if (!isRight) throw new WrongProof('forbidden', WRONG_PASSWORD)
      await takeBack(step, counters)
    })
    if (given.password === given.currentPassword) {
      throw badPassword('same')
    }
  }
  await checkPassword(given.password, ctx.user)
  const hash = await hashPassword(given.password)
  await ctx.write(async (step) => {
    await savePassword(step, { id, hash, initialUntil: null, keep: credential.id })
    await notify(step, id, 'password_changed')
  })
}

/** Set by an administrator; the user changes it at the next sign-in. */
export async function setInitialPassword(ctx: Context, id: string, password: string) {
  if (!ctx.user.isAdministrator)
    throw forbidden('only administrators can set the passwords of others')
  await setPassword(ctx, id, { password, initialUntil: initialUntil(ctx) })
  await notify(ctx, id, 'password_changed')
}

type GivenPassword = { password: string; initialUntil: Date | null }

export async function setPassword(ctx: Context, id: string, given: GivenPassword): Promise<void> {
  const { password, initialUntil: until } = given
  const known = await people.findPasswordById(ctx.db, id)
  if (!known) throw notFound('user', id)
  await checkPassword(password, known)
  await savePassword(ctx, {
    id,
    hash: await hashPassword(password),
    initialUntil: until,
    keep: null,
  })
}

/** Sets one password for people who have none yet. Returns who got it. */
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
    await savePassword(ctx, { id, hash, initialUntil: null, keep: null })
    opened.push(id)
  }
  return opened
}

/** Ends all other sessions of the user and all links to a new password. */
export async function savePassword(
  ctx: Context,
  { keep, ...saved }: people.SavedPassword & { keep: string | null },
): Promise<void> {
  const { id } = saved
  await people.savePassword(ctx.db, saved, ctx.now())
  await sessions.deleteSessionsOf(ctx.db, id, keep)
  await deleteAttemptsOf(ctx.db, id)
  await deleteLinksOf(ctx.db, id)
  ctx.changed(IDENTITY)
  await ctx.emit({ type: 'user.password_set', object: `user:${id}`, data: {} })
}

export async function listLastSeen(
  ctx: Context,
  users: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await sessions.listLastSeen(ctx.db, users)
  return new Map(rows.map(({ user, at }) => [user, at]))
}

export const countSessions = (ctx: Context): Promise<number> =>
  sessions.countSessions(ctx.db, ctx.now())

export async function sweepAccess(ctx: Context): Promise<void> {
  const day = 24 * 3600 * 1000
  const now = ctx.now().getTime()
  await sessions.deleteOldSessions(ctx.db, limitsOf(ctx))
  await sessions.deleteOldRows(ctx.db, new Date(now - day))
  await deleteOldTraces(ctx.db, new Date(now - day))
  await deleteOldAttempts(ctx.db, ctx.now())
  await deleteOldLinks(ctx.db, ctx.now())
  await deleteOldDevices(ctx.db, new Date(now - DEVICE_LENGTH * 1000))
}

export const isOpen = async (ctx: Context, id: string | null): Promise<boolean> =>
  id !== null && (await sessions.findOpen(ctx.db, id, limitsOf(ctx))) !== undefined

/** Sessions of these people opened with one of these methods. */
export const listSessionsBy = (
  ctx: Context,
  users: readonly string[],
  methods: readonly Method[],
): Promise<{ id: string; user: string }[]> =>
  sessions.listSessionsBy(ctx.db, [...users], [...methods])

/** Ends sessions of any user; with a time, only those opened before it. */
export async function endSessions(
  ctx: Context,
  found: readonly { id: string; user: string }[],
  before?: Date,
): Promise<void> {
  for (const { id, user } of found) {
    if (!(await sessions.deleteOpened(ctx.db, id, before))) continue
    ctx.changed(IDENTITY)
    await ctx.emit({ type: 'session.closed', object: `user:${user}`, data: { session: id } })
  }
}

const emitFailure = (ctx: Context, login: string, address: string) =>
  ctx.emit({ type: 'session.refused', object: `login:${login.toLowerCase()}`, data: { address } })
