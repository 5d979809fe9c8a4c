import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Job, Jobs } from '../../platform/jobs/runner.ts'
import { MailError } from '../../platform/mail/mail.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { MAIL } from './service.ts'
import { isStillReadable } from './still-readable.ts'
import * as store from './store/letters.ts'
import { findClock } from './store/settings.ts'
import { digestTime, quietEnd } from './times.ts'
import { lineOf, titleOf, WORDS } from './words.ts'

const DAY = 24 * 3_600_000
const KEPT = 30 * DAY

/** External services of the mail jobs. */
export type Post = { mailer: Mailer; isConfigured: boolean; address: string | undefined }

type Delivery = { user: string; isDigest?: boolean }

/** Digests are sent hourly; users may also choose one mail per notification. */
export const letterJobs = (post: Post): Jobs => ({
  handlers: {
    'notifications.digest': startDigests(post),
    [MAIL]: (job, payload) => sendLetters(post, job, payload as Delivery),
  },
  schedule: { 'notifications.digest': '0 * * * *' },
})

/** One job per user, so that a refused address delays nobody else. */
const startDigests = (post: Post) => (job: Job) =>
  job.write(async (ctx) => {
    await store.forgetLetters(ctx.db, new Date(ctx.now().getTime() - KEPT))
    if (!post.isConfigured) return
    const now = ctx.now()
    for (const { id: user, ...clock } of await store.listWaiting(ctx.db, sinceWhen(now, true))) {
      if (quietEnd(now, clock.quiet, clock)) continue
      await ctx.addJob(MAIL, { user, isDigest: true }, { key: `${MAIL}:${user}` })
    }
  })

/** Older notifications are not sent; daily digests reach further back. */
const sinceWhen = (now: Date, isDaily: boolean): Date =>
  new Date(now.getTime() - (isDaily ? 2 : 1) * DAY)

/** One job per user at a time over all nodes, so that no mail is sent twice. */
async function sendLetters(post: Post, job: Job, wanted: Delivery): Promise<void> {
  const { user } = wanted
  await job.withOwnConnection(async (db) => {
    if (!(await store.tryLock(db, user))) throw new Error('somebody else is writing to this user')
    while (await sendNext(post, job, wanted));
  })
}

/** An unsent mail is sent first. False if there is nothing to send. */
async function sendNext({ mailer, address }: Post, job: Job, wanted: Delivery): Promise<boolean> {
  const { user, isDigest = false } = wanted
  const letter = await job.write(async (ctx) => {
    const open = await store.findOpenLetter(ctx.db, user)
    if (open !== undefined) return open
    const [id, at] = [newId(), ctx.now()]
    const clock = await findClock(ctx.db, user)
    // Notifications during quiet hours are included in the next digest.
    if (!clock || quietEnd(at, clock.quiet, clock)) return undefined
    const since = sinceWhen(at, clock.digestAt !== null)
    const digest = isDigest ? digestTime(at, clock.digestAt, clock) : null
    return (await store.insertLetter(ctx.db, { id, user, since, digest, at })) > 0 ? id : undefined
  })
  if (letter === undefined) return false
  const told = await job.write((ctx) => listReadable(ctx, user, letter))
  const error = await send(mailer, letter, { told, address })
  await job.write(async (ctx) => {
    if (!(await store.endLetter(ctx.db, letter, { at: ctx.now(), error }))) return
    const type = error === null ? 'notification.mailed' : 'notification.mail_refused'
    const data = { letter, count: told.length, ...(error !== null && { error }) }
    await ctx.emit({ type, object: `user:${user}`, data })
  })
  return true
}

/** Without texts that the user may no longer read. */
async function listReadable(ctx: Context, user: string, letter: string) {
  const readable = []
  for (const told of await store.listTold(ctx.db, letter)) {
    const isSaid = ['mention', 'message', 'comment'].includes(told.kind)
    if (!isSaid || (await isStillReadable(ctx, user, told))) readable.push(told)
  }
  return readable
}

type Letter = { told: Awaited<ReturnType<typeof store.listTold>>; address: string | undefined }

/**
 * Why the mail can never be delivered, or null. Temporary errors are thrown: the job retries the same mail under
 * the same Message-ID, by which servers detect repetitions.
 */
async function send(
  mailer: Mailer,
  key: string,
  { told, address }: Letter,
): Promise<string | null> {
  const [first] = told
  if (!first) return 'what it told is gone'
  try {
    const to = [{ name: first.name, address: first.email }]
    const written = { told, language: first.language }
    await mailer.send({ to, subject: subjectOf(written), text: textOf(written, address), key })
    return null
  } catch (error) {
    if (error instanceof MailError && !error.canRetry) return error.message
    throw error
  }
}

type Written = { told: readonly store.LetterLine[]; language: store.Language }

function subjectOf({ told, language }: Written): string {
  const [first] = told
  if (told.length > 1 || !first) return WORDS[language].subject(told.length)
  return titleOf(first, language)
}

const textOf = ({ told, language }: Written, address: string | undefined): string =>
  [
    ...told.map((each) => `- ${lineOf(each, language)}`),
    '',
    ...(address === undefined ? [] : [WORDS[language].inbox(address)]),
    WORDS[language].why,
  ].join('\n')
