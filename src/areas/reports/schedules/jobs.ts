import { AppError, isFinal } from '../../../lib/errors.ts'
import type { EventTypeOf } from '../../../lib/event-types.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import type { Job, Jobs } from '../../../platform/jobs/runner.ts'
import { MailError } from '../../../platform/mail/mail.ts'
import { getOwnSettings, listCallers } from '../../access/service.ts'
import type { Post } from '../../notifications/letters.ts'
import { notify } from '../../notifications/service.ts'
import { mayOnReport } from '../kind.ts'
import type { Sandbox } from '../sandbox.ts'
import { makeFile } from './file.ts'
import { addMails, SEND } from './mails.ts'
import type { PAUSED } from './operations.ts'
import * as store from './store.ts'
import { readTable } from './table.ts'
import { nextTime } from './timing.ts'

const HOUR = 3_600_000
const KEPT = 90 * 24 * HOUR
/** The queue tries ten times, which takes longer than this. */
const GIVEN_UP = 3 * HOUR
const AT_ONCE = 50
const LARGEST_FILE = 20 * 1024 * 1024

export const scheduleJobs = (post: Post, sandbox: Sandbox): Jobs => ({
  handlers: {
    'reports.schedules': sendDue,
    'reports.sweep': (job) =>
      job.write(async (ctx) => {
        await store.forgetMails(ctx.db, new Date(ctx.now().getTime() - KEPT))
        await store.forgetDays(ctx.db, new Date(ctx.now().getTime() - KEPT))
      }),
    [SEND]: (job, payload) => sendMail({ post, sandbox, job }, (payload as { mail: string }).mail),
  },
  schedule: { 'reports.schedules': '* * * * *', 'reports.sweep': '25 3 * * *' },
})

/** A schedule moves on in the transaction that writes its mails down: times gone by are sent once. */
async function sendDue(job: Job): Promise<void> {
  for (;;) {
    const count = await job.write(async (ctx) => {
      const due = await store.lockDue(ctx.db, ctx.now(), AT_ONCE)
      for (const schedule of due) await sendOne(ctx, schedule)
      return due.length
    })
    if (count < AT_ONCE) return
  }
}

async function sendOne(ctx: Context, schedule: store.OwnedRow): Promise<void> {
  const { id, timing, time_zone: timeZone, next_at: dueAt } = schedule
  const reason = await findObstacle(ctx, schedule)
  if (reason) return pause(ctx, schedule, reason)
  const isSent = await addMails(ctx, schedule, dueAt ?? ctx.now())
  if (!isSent) await tellOwner(ctx, schedule, `"${schedule.name}" was not mailed: ${TOO_MANY}`)
  await store.moveOn(ctx.db, id, nextTime(timing, timeZone, ctx.now()))
}

const TOO_MANY = 'your schedules have made as many mails as they may today'

type Paused = (typeof PAUSED)[number]

/** Why nobody answers for the schedule any more. */
async function findObstacle(ctx: Context, schedule: store.Row): Promise<Paused | undefined> {
  const [owner] = await listCallers(ctx, [schedule.owner_id])
  if (!owner) return 'owner'
  return (await mayOnReport({ ...ctx, user: owner }, 'read', schedule)) ? undefined : 'report'
}

const WORDS: Record<Exclude<Paused, 'by_hand'>, string> = {
  owner: 'its owner cannot sign in any more',
  report: 'its owner may not see the report any more',
}

async function pause(ctx: Context, schedule: store.Row, reason: Paused): Promise<void> {
  const { id, name } = schedule
  await store.moveOn(ctx.db, id, null, reason)
  await tell(ctx, schedule, { type: 'report.schedule_paused', reason })
  if (reason !== 'report') return
  await tellOwner(ctx, schedule, `"${name}" is not mailed any more: ${WORDS[reason]}`)
}

const tellOwner = (ctx: Context, { id, owner_id: user }: store.Row, text: string) =>
  notify(ctx, { kind: 'system', object: `report_schedule:${id}`, to: [{ user, text }] })

type ScheduleEvent = { type: EventTypeOf<'report_schedule'> } & Record<string, unknown>

const tell = (
  ctx: Context,
  { id, namespace, code, owner_id, name }: store.Row,
  told: ScheduleEvent,
) => {
  const { type, ...more } = told
  const data = { owner: owner_id, report: code, name, ...more }
  return ctx.emit({ type, object: `report_schedule:${id}`, namespace, data })
}

type Work = { post: Post; sandbox: Sandbox; job: Job }

/** Only one at a time for one mail, on whatever node. */
async function sendMail(work: Work, id: string): Promise<void> {
  await work.job.withOwnConnection(async (db) => {
    if (!(await store.tryLock(db, id))) throw new Error('somebody else is sending this mail')
    await sendLocked(work, id)
  })
}

type Outcome = { outcome: 'sent' | 'skipped' | 'failed'; error: string | null }

async function sendLocked(work: Work, id: string): Promise<void> {
  const { job } = work
  const open = await job.write(async (ctx) => {
    const mail = await store.findOpenMail(ctx.db, id)
    const schedule = mail && (await store.findSchedule(ctx.db, mail.schedule_id))
    return schedule && { mail, schedule }
  })
  if (!open) return
  const { mail, schedule } = open
  const ended = await attempt(work, id, open).catch((error: Error) => {
    const age = job.now().getTime() - mail.due_at.getTime()
    if (age <= GIVEN_UP) return error
    return { outcome: 'failed', error: wordsOf(job, id, error) } as Outcome
  })
  await job.write(async (ctx) => {
    if (ended instanceof Error) return store.noteError(ctx.db, id, wordsOf(job, id, ended))
    if (!(await store.endMail(ctx.db, id, { at: ctx.now(), ...ended }))) return
    const type = TYPES[ended.outcome]
    const { error } = ended
    await tell(ctx, schedule, { type, receiver: mail.user_id, ...(error !== null && { error }) })
  })
  if (ended instanceof Error) throw ended
}

/** The owner reads them: what was not written for people stays in the log. */
function wordsOf(job: Job, mail: string, error: Error): string {
  if (error instanceof AppError) return error.message
  job.log.warn({ err: error, mail }, 'a scheduled report cannot be mailed')
  return 'an internal error: administrators find the reason in the log'
}

const TYPES = {
  sent: 'report.mailed',
  skipped: 'report.mail_skipped',
  failed: 'report.mail_failed',
} as const

type Open = { mail: store.OpenMail; schedule: store.OwnedRow }

/** What became of it; whatever may pass is thrown, and the job comes back. */
async function attempt(work: Work, id: string, { mail, schedule }: Open): Promise<Outcome> {
  const { post, job, sandbox } = work
  try {
    // Outside of a transaction: a report may take longer than one may idle.
    const made = await job.read(async (ctx): Promise<Made | string> => {
      const [user] = await listCallers(ctx, [mail.user_id])
      if (!user) return 'the receiver cannot sign in any more'
      if (user.email === '') return 'the receiver has no e-mail address'
      // From here on everything is seen with the eyes of the receiver.
      const own = { ...ctx, user }
      if (!(await mayOnReport(own, 'read', schedule))) return 'the receiver may not see the report'
      const { timeZone } = await getOwnSettings(own)
      const { namespace, code, request } = schedule
      const place = { namespace, code }
      return { user, table: await readTable(own, sandbox, { place, request, timeZone }) }
    })
    if (typeof made === 'string') return { outcome: 'skipped', error: made }
    await post.mailer.send({ ...(await write(made, schedule, post.address)), key: id })
    return { outcome: 'sent', error: null }
  } catch (error) {
    const isOver = error instanceof MailError ? !error.canRetry : isFinal(error)
    if (!isOver) throw error
    const { code, message } = error as AppError
    return { outcome: code === 'not_found' ? 'skipped' : 'failed', error: message }
  }
}

type Made = { user: Caller; table: Awaited<ReturnType<typeof readTable>> }

async function write({ user, table }: Made, schedule: store.OwnedRow, address: string | undefined) {
  const { namespace, code, format, name, owner_name: owner } = schedule
  const lines = name === table.title ? [] : [name]
  const { file, rows } = await makeFile(table, { format, code, lines })
  if (Buffer.isBuffer(file.content) && file.content.length > LARGEST_FILE) {
    throw new MailError('permanent', 'the file is larger than 20 MiB: choose fewer rows')
  }
  const text = [
    `${table.title}: ${rows === table.total ? rows : `${rows} of ${table.total}`} rows.`,
    'You get what you may see yourself.',
    ...(table.chart && format !== 'pdf' ? ['The chart is on the page.'] : []),
    ...(table.isPivot ? ['The pivot table is on the page.'] : []),
    '',
    ...(address ? [`Open it: ${address}/reports/${namespace}/${code}`] : []),
    `${owner} set up this mail; ask them to leave you out.`,
  ].join('\n')
  return {
    to: [{ name: user.name, address: user.email }],
    subject: name.replaceAll(/\p{Cc}/gu, ' '),
    text,
    attachments: [file],
  }
}
