import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { Job, Jobs } from '../../../platform/jobs/runner.ts'
import { MailError } from '../../../platform/mail/mail.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { formerAddress, isAddressNew } from '../addresses/service.ts'
import { giveBackOfDay, takeOfDay } from '../guess-limits.ts'
import { hashSecret, newLongSecret } from '../secrets.ts'
import { findChange, saveHash } from '../store/addresses.ts'
import { findOwner } from '../store/devices.ts'
import * as store from '../store/links.ts'
import type { NoticeKind } from './notify.ts'
import { WORDS } from './words.ts'

type Post = { mailer: Mailer; address: string | undefined }

/** Seconds in which a link works. */
const LENGTH: Record<store.LinkKind, number> = {
  invitation: 72 * 3600,
  reset: 30 * 60,
  guest_invitation: 72 * 3600,
  guest: 10 * 60,
}
const PAGE: Record<store.LinkKind, string> = {
  invitation: '/welcome',
  reset: '/new-password',
  guest_invitation: '/guest',
  guest: '/guest',
}

/** Requested by anybody, for any account. */
const ASKED: readonly store.LinkKind[] = ['reset', 'guest']
/**
 * Links that are valid at once, and letters per mailbox and day that somebody requested. A known browser is
 * counted separately, so that others' requests do not lock its user out.
 */
const MOST = { byAnybody: { atOnce: 3, inDay: 30 }, byDevice: { atOnce: 6, inDay: 10 } }

/** Letters about accounts: invitations, forgotten passwords, and changes. */
export const accountMailJobs = (post: Post): Jobs => ({
  handlers: {
    'access.invitation': async (job, payload) => {
      const { user } = payload as { user: string }
      const to = await job.read((ctx) => store.findReceiver(ctx.db, user))
      if (to) await sendLink(post, job, { to, kind: 'invitation' })
    },
    'access.guest_invitation': async (job, payload) => {
      const { user, isSure = false } = payload as { user: string; isSure?: boolean }
      const to = await job.read((ctx) => store.findReceiver(ctx.db, user))
      if (!to || (!isSure && (await isWithheld(job, to, 'guest_invitation')))) return
      await sendLink(post, job, { to, kind: 'guest_invitation' })
    },
    'access.guest_link': async (job, payload) => {
      const { email, device = null } = payload as { email: string } & Origin
      const to = await job.read((ctx) => store.findGuestReceiver(ctx.db, email))
      if (to && !(await isWithheld(job, to, 'guest')))
        await sendLink(post, job, { to, kind: 'guest', device })
    },
    'access.reset': async (job, payload) => {
      const { login, device = null } = payload as { login: string } & Origin
      const to = await job.read((ctx) => store.findReceiverByName(ctx.db, login))
      if (!to?.hasPassword || (await isWithheld(job, to, 'reset'))) return
      await sendLink(post, job, { to, kind: 'reset', device })
    },
    'access.address_changed': async (job, payload) => {
      const { change } = payload as { change: string }
      await sendWayBack(post, job, change)
    },
    'access.address_restored': async (job, payload) => {
      const { user, lost } = payload as { user: string; lost: string }
      const to = await job.read((ctx) => store.findReceiver(ctx.db, user))
      if (to) await send(post, { ...to, email: lost }, WORDS[to.language].addressLost(to.name))
    },
    'access.login_changed': async (job, payload) => {
      const { user, login } = payload as { user: string; login: string }
      const to = await job.read((ctx) => store.findReceiver(ctx.db, user))
      if (!to) return
      const former = await job.read((ctx) => formerAddress(ctx, user))
      const letter = WORDS[to.language].loginChanged(to.firstName, login)
      for (const email of new Set([former ?? to.email, to.email])) {
        await send(post, { ...to, email }, letter)
      }
    },
    'access.notice': async (job, payload) => {
      const { user, kind } = payload as { user: string; kind: NoticeKind }
      const to = await job.read((ctx) => store.findReceiver(ctx.db, user))
      if (!to) return
      const words = WORDS[to.language]
      const text = `${words.notices[kind]}\n\n${words.noticeEnd}`
      await send(post, to, { subject: words.noticeSubject, text })
    },
  },
  schedule: {},
})

/** Whoever changed the address may not be the user, so nobody can sign in through it yet. */
const isWithheld = (job: Job, to: store.Receiver, kind: store.LinkKind): Promise<boolean> =>
  job.write(async (ctx) => {
    if (!(await isAddressNew(ctx, to.id))) return false
    await ctx.emit({ type: 'user.link_withheld', object: `user:${to.id}`, data: { kind } })
    return true
  })

/** To the old address. The secret is only in the letter: a retry creates another one. */
async function sendWayBack(post: Post, job: Job, id: string): Promise<void> {
  const change = await job.read((ctx) => findChange(ctx.db, id))
  const to = change && (await job.read((ctx) => store.findReceiver(ctx.db, change.user_id)))
  if (!to || post.address === undefined) return
  const secret = newLongSecret()
  await job.write((ctx) => saveHash(ctx.db, id, hashSecret(secret)))
  const link = `${post.address.replace(/\/+$/, '')}/address#${secret}`
  await send(
    post,
    { ...to, email: change.before },
    WORDS[to.language].addressChanged(to.name, link),
  )
}

type Origin = { device?: string | null }
type Sent = { to: store.Receiver; kind: store.LinkKind } & Origin

/** The secret is created here, so that it exists only in the mail: a retry creates another one. */
async function sendLink(post: Post, job: Job, { to, kind, device }: Sent): Promise<void> {
  if (to.email === '' || post.address === undefined) return
  const secret = newLongSecret()
  const hash = hashSecret(secret)
  const own = device && (await job.read((ctx) => isOwn(ctx, device, to.id))) ? device : undefined
  const { atOnce, inDay } = own ? MOST.byDevice : MOST.byAnybody
  const isStored = await job.write(async (ctx) => {
    // Guests who became members sign in otherwise; links are counted one at a time.
    const receiver = await store.lockReceiver(ctx.db, to.id)
    if (!receiver || (kind.startsWith('guest') && !receiver.isGuest)) return false
    const expires_at = new Date(ctx.now().getTime() + LENGTH[kind] * 1000)
    const link = { id: newId(), user_id: to.id, kind, hash, expires_at }
    if (!ASKED.includes(kind)) await store.insertLink(ctx.db, link)
    else if (!(await store.addLink(ctx.db, link, { now: ctx.now(), most: atOnce }))) return false
    else if (!(await takeOfDay(ctx, mailboxOf(to, own), inDay))) {
      await store.deleteLink(ctx.db, hash)
      return false
    }
    await ctx.emit({ type: 'user.link_sent', object: `user:${to.id}`, data: { kind } })
    return true
  })
  if (!isStored) return
  const link = `${post.address.replace(/\/+$/, '')}${PAGE[kind]}#${secret}`
  try {
    await send(post, to, WORDS[to.language].links[kind](to.firstName, link))
  } catch (error) {
    // The letter was not sent: the next attempt creates another secret.
    await job.write(async (ctx) => {
      await store.deleteLink(ctx.db, hash)
      if (ASKED.includes(kind)) await giveBackOfDay(ctx, mailboxOf(to, own))
    })
    throw error
  }
}

const mailboxOf = ({ email }: store.Receiver, device?: string): string =>
  `letters:${email.toLowerCase()}${device ? ` ${device}` : ''}`

const isOwn = async ({ db }: Context, device: string, user: string): Promise<boolean> =>
  (await findOwner(db, Buffer.from(device, 'hex'))) === user

/** Temporary errors are thrown, so that the job is retried. */
async function send(
  { mailer }: Post,
  { name, email }: store.Receiver,
  letter: { subject: string; text: string },
): Promise<void> {
  if (email === '') return
  try {
    await mailer.send({ to: [{ name, address: email }], ...letter })
  } catch (error) {
    if (!(error instanceof MailError) || error.canRetry) throw error
  }
}
