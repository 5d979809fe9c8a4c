import { newId } from '../../lib/ids.ts'
import type { Job, Jobs } from '../../platform/jobs/runner.ts'
import { MailError } from '../../platform/mail/mail.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { MAIL } from './service.ts'
import * as store from './store/letters.ts'

const DAY = 24 * 3_600_000
const KEPT = 30 * DAY

/** What the jobs of letters need of the outside. */
export type Post = { mailer: Mailer; isConfigured: boolean; address: string | undefined }

/** Every hour a digest of what is unread; sooner for who wants each by itself. */
export const letterJobs = (post: Post): Jobs => ({
  handlers: {
    'notifications.digest': startDigests(post),
    [MAIL]: (job, payload) => sendLetters(post, job, (payload as { user: string }).user),
  },
  schedule: { 'notifications.digest': '0 * * * *' },
})

/** A job for each user, so that one whose address is refused keeps nobody waiting. */
const startDigests = (post: Post) => (job: Job) =>
  job.write(async (ctx) => {
    await store.forgetLetters(ctx.db, new Date(ctx.now().getTime() - KEPT))
    if (!post.isConfigured) return
    for (const user of await store.listWaiting(ctx.db, sinceWhen(ctx.now()))) {
      await ctx.addJob(MAIL, { user }, { key: `${MAIL}:${user}` })
    }
  })

const sinceWhen = (now: Date): Date => new Date(now.getTime() - DAY)

/** Only one at a time for one user, on whatever node: nobody else may send the same letter. */
async function sendLetters(post: Post, job: Job, user: string): Promise<void> {
  await job.withOwnConnection(async (db) => {
    if (!(await store.tryLock(db, user))) throw new Error('somebody else is writing to this user')
    while (await sendNext(post, job, user));
  })
}

/** A letter that was begun before goes first. False when there is nothing to tell. */
async function sendNext({ mailer, address }: Post, job: Job, user: string): Promise<boolean> {
  const letter = await job.write(async (ctx) => {
    const open = await store.findOpenLetter(ctx.db, user)
    if (open !== undefined) return open
    const [id, at] = [newId(), ctx.now()]
    const since = sinceWhen(at)
    return (await store.insertLetter(ctx.db, { id, user, since, at })) > 0 ? id : undefined
  })
  if (letter === undefined) return false
  const told = await job.write((ctx) => store.listTold(ctx.db, letter))
  const error = await send(mailer, letter, { told, address })
  await job.write(async (ctx) => {
    if (!(await store.endLetter(ctx.db, letter, { at: ctx.now(), error }))) return
    const type = error === null ? 'notification.mailed' : 'notification.mail_refused'
    const data = { letter, count: told.length, ...(error !== null && { error }) }
    await ctx.emit({ type, object: `user:${user}`, data })
  })
  return true
}

type Letter = { told: Awaited<ReturnType<typeof store.listTold>>; address: string | undefined }

/**
 * Why it will never arrive, or null. Whatever may pass is thrown: the job comes back with the same
 * letter under the same name, by which mail servers know one that they have taken already.
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
    await mailer.send({ to, subject: subjectOf(told), text: textOf(told, address), key })
    return null
  } catch (error) {
    if (error instanceof MailError && !error.canRetry) return error.message
    throw error
  }
}

const WORDS = {
  mention: 'mentioned you',
  message: 'wrote',
  comment: 'commented',
  task: 'has a task for you',
  system: 'says',
} as const

function lineOf({ kind, actor, text }: store.Told): string {
  const said = text.replace(/\s+/g, ' ').trim()
  return `${actor ?? 'System'} ${WORDS[kind]}${said === '' ? '' : `: ${said}`}`
}

function subjectOf(told: readonly store.Told[]): string {
  const [first] = told
  if (told.length > 1 || !first) return `${told.length} notifications`
  return [...lineOf(first)].slice(0, 150).join('')
}

const textOf = (told: readonly store.Told[], address: string | undefined): string =>
  [
    ...told.map((each) => `- ${lineOf(each)}`),
    '',
    ...(address === undefined ? [] : [`Your inbox: ${address}`]),
    'You get this because your notification settings say so.',
  ].join('\n')
