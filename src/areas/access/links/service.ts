import { conflict, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { confirmByLink } from '../addresses/service.ts'
import { type Admission, admit, type Visitor } from '../admission.ts'
import { countGuess, countInDay, linkCounters, takeOfDay } from '../guess-limits.ts'
import { notify } from '../mail/notify.ts'
import { checkPassword, hashPassword } from '../passwords.ts'
import { hashSecret } from '../secrets.ts'
import { savePassword } from '../sessions.ts'
import type { Steps } from '../sign-in-steps.ts'
import * as store from '../store/links.ts'

/** Whether mail with links can be sent. */
export const hasMail = ({ config }: Pick<Context, 'config'>): boolean =>
  config.KONTOR_SMTP_URL !== undefined && config.KONTOR_PUBLIC_URL !== undefined

/** Invitations that one mailbox gets per day, from all people together. */
const MOST_INVITATIONS = 20

export async function invite(ctx: Context, user: string): Promise<void> {
  const { email } = await getInvited(ctx, user)
  await countInDay(ctx, mailboxOf(email), MOST_INVITATIONS)
  await store.saveInvited(ctx.db, user)
  await sendInvitation(ctx, user, 'access.invitation')
}

/**
 * The link signs a guest in, without a password. They see what is shared with them also without a letter. Only
 * administrators send one to a new address.
 */
export async function inviteGuest(ctx: Context, user: string): Promise<void> {
  const { email } = await getInvited(ctx, user)
  if (!(await takeOfDay(ctx, mailboxOf(email), MOST_INVITATIONS))) return
  await sendInvitation(ctx, user, 'access.guest_invitation', { isSure: ctx.user.isAdministrator })
}

const mailboxOf = (email: string): string => `invitations:${email.toLowerCase()}`

async function getInvited(ctx: Context, user: string): Promise<store.Receiver> {
  const person = await store.findReceiver(ctx.db, user)
  if (!person) throw notFound('user', user)
  if (!hasMail(ctx)) throw conflict('invitations need KONTOR_SMTP_URL and KONTOR_PUBLIC_URL')
  if (person.email === '') throw conflict('this person has no e-mail address')
  return person
}

async function sendInvitation(
  ctx: Context,
  user: string,
  job: string,
  more: { isSure?: boolean } = {},
): Promise<void> {
  await ctx.addJob(job, { user, ...more })
  await ctx.emit({ type: 'user.invited', object: `user:${user}`, data: {} })
}

/** Whether the login exists is checked by a job, so that neither the answer nor its time reveals it. */
export async function askReset(ctx: Steps, login: string, visitor: Visitor): Promise<void> {
  await ctx.write(async (step) => {
    await countGuess(step, linkCounters('reset', login, visitor.address))
    if (hasMail(step)) await step.addJob('access.reset', { login, device: deviceOf(visitor) })
  })
}

/** Whether a guest has this address is also checked by a job. */
export async function askGuestLink(ctx: Steps, email: string, visitor: Visitor): Promise<void> {
  await ctx.write(async (step) => {
    await countGuess(step, linkCounters('guest-link', email, visitor.address))
    if (hasMail(step)) await step.addJob('access.guest_link', { email, device: deviceOf(visitor) })
  })
}

/** The known browser of the request, whoever its user is. */
const deviceOf = ({ device }: Visitor): string | null =>
  device ? hashSecret(device).toString('hex') : null

/** Works once. Reading the guest's mail is enough, unless they have a second factor. */
export const signInAsGuest = (ctx: Steps, secret: string, visitor: Visitor): Promise<Admission> =>
  ctx.write(async (step) => {
    const { user } = await takeLink(step, secret, GUEST_KINDS)
    await store.saveJoined(step.db, user)
    await confirmByLink(step, user)
    return admit(step, { user, methods: ['link'] }, visitor)
  })

export async function readLink(ctx: Context, secret: string) {
  const { kind, login, name, expires_at } = await getLink(ctx, secret)
  return { kind, login, name, expiresAt: expires_at.toISOString() }
}

/** Works once. Ends the old password and all sessions; a second factor is still required. */
export async function redeemLink(
  ctx: Steps,
  { secret, password }: { secret: string; password: string },
  visitor: Visitor,
): Promise<Admission> {
  await checkPassword(password, await getLink(ctx, secret))
  const hash = await hashPassword(password)
  return ctx.write(async (step) => {
    const { user: id } = await takeLink(step, secret, PASSWORD_KINDS)
    await savePassword(step, { id, hash, initialUntil: null, keep: null })
    await store.deleteLinksOf(step.db, id)
    await store.saveJoined(step.db, id)
    await confirmByLink(step, id)
    await notify(step, id, 'password_changed')
    return admit(step, { user: id, methods: ['link'] }, visitor)
  })
}

async function getLink(ctx: Context, secret: string): Promise<store.ReadLink> {
  const link = await store.findLink(ctx.db, hashSecret(secret), ctx.now())
  if (!link) throw gone()
  return link
}

const PASSWORD_KINDS: readonly store.LinkKind[] = ['invitation', 'reset']
const GUEST_KINDS: readonly store.LinkKind[] = ['guest_invitation', 'guest']

async function takeLink(
  ctx: Context,
  secret: string,
  kinds: readonly store.LinkKind[],
): Promise<store.ReadLink> {
  const link = await getLink(ctx, secret)
  if (!kinds.includes(link.kind) || !(await store.deleteLink(ctx.db, hashSecret(secret)))) {
    throw gone()
  }
  return link
}

const gone = () => conflict('this link was used before or has expired: ask for another one')
