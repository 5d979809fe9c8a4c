import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { usersBehind } from '../../people/groups/membership.ts'
import type { Row } from './store.ts'
import * as store from './store.ts'

/** The job that computes and sends one mail. */
export const SEND = 'reports.mail'

const MOST_RECEIVERS = 1000

/**
 * One mail for each receiver who can sign in, and a job for each of them. False where the owner has
 * no such number of mails left today, over all schedules.
 */
export async function addMails(ctx: Context, schedule: Row, dueAt: Date): Promise<boolean> {
  const { id, owner_id: owner, receivers } = schedule
  const users = await usersBehind(ctx, receivers.length > 0 ? receivers : [owner])
  const mails = users.slice(0, MOST_RECEIVERS).map((user) => ({ id: newId(), user }))
  if (users.length > MOST_RECEIVERS) {
    ctx.log.warn({ schedule: id, users: users.length }, 'a scheduled report has too many receivers')
  }
  const day = ctx.now().toISOString().slice(0, 10)
  const most = ctx.config.KONTOR_REPORT_MAILS
  const isLeft = await store.takeMails(ctx.db, { owner, day, mails: mails.length, most })
  if (!isLeft) return false
  for (const mail of await store.insertMails(ctx.db, id, { users: mails, dueAt })) {
    await ctx.addJob(SEND, { mail: mail.id }, { key: `${SEND}:${mail.id}` })
  }
  return true
}
