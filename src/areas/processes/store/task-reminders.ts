import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Reminder = { snoozed_until: Date | null; follow_up_at: Date | null }
type ReminderKey = { user: string; task: string }

const NONE: Reminder = { snoozed_until: null, follow_up_at: null }

export const findReminder = async (db: Db, { user, task }: ReminderKey): Promise<Reminder> =>
  (await db.first(sql<Reminder>`
    select snoozed_until, follow_up_at from kontor.task_reminders
    where user_id = ${user} and task_id = ${task}`)) ?? NONE

export const saveReminder = (db: Db, { user, task }: ReminderKey, reminder: Reminder) =>
  db.run(sql`
    insert into kontor.task_reminders (user_id, task_id, snoozed_until, follow_up_at)
    values (${user}, ${task}, ${reminder.snoozed_until}, ${reminder.follow_up_at})
    on conflict (task_id, user_id) do update
      set snoozed_until = excluded.snoozed_until, follow_up_at = excluded.follow_up_at`)

export const deleteReminder = (db: Db, { user, task }: ReminderKey) =>
  db.run(sql`
    delete from kontor.task_reminders where user_id = ${user} and task_id = ${task}`)
