import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { usersBehind } from '../../people/groups/membership.ts'
import type { Row } from './store.ts'
import * as store from './store.ts'

/** The job that computes and sends one mail. */
export const SEND = 'reports.mail'

const MOST_RECEIVERS = 1000

/** One mail for each receiver who can sign in, and a job for each of them. */
export async function addMails(ctx: Context, schedule: Row, dueAt: Date): Promise<void> {
  const { id, owner_id: owner, receivers } = schedule
  const users = await usersBehind(ctx, receivers.length > 0 ? receivers : [owner])
  const mails = users.slice(0, MOST_RECEIVERS).map((user) => ({ id: newId(), user }))
  if (users.length > MOST_RECEIVERS) {
    ctx.log.warn({ schedule: id, users: users.length }, 'a scheduled report has too many receivers')
  }
  for (const mail of await store.insertMails(ctx.db, id, { users: mails, dueAt })) {
    await ctx.addJob(SEND, { mail: mail.id }, { key: `${SEND}:${mail.id}` })
  }
}
