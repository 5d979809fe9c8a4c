import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { raw, type Sql, sql } from '../../../platform/db/sql.ts'
import type { ReportMail, Schedule, Timing } from './operations.ts'

type Request = Pick<Schedule, 'filter' | 'where' | 'parameters' | 'sortExpressions'>

export type Row = {
  id: string
  namespace: string
  code: string
  owner_id: string
  name: string
  format: Schedule['format']
  timing: Timing
  request: Request
  receivers: string[]
  next_at: Date | null
  paused_reason: Schedule['pausedReason']
}

/** With whose it is, and in which time zone. */
export type OwnedRow = Row & { owner_name: string; time_zone: string }

const SELECT = raw(`select s.id, s.namespace, s.code, s.owner_id, s.name, s.format, s.timing,
  s.request, s.receivers::text[] as receivers, s.next_at, s.paused_reason,
  u.name as owner_name, u.timezone as time_zone
  from kontor.report_schedules s join kontor.users u on u.id = s.owner_id`)

type ScheduleFilter = {
  owner?: string | undefined
  namespace?: string | undefined
  code?: string | undefined
}

export function listSchedules(
  db: Db,
  { owner, namespace, code }: ScheduleFilter,
): Promise<OwnedRow[]> {
  const is = (column: string, value: string | undefined): Sql =>
    value === undefined ? raw('true') : sql`${raw(column)} = ${value}`
  return db.all(sql<OwnedRow>`${SELECT} where ${is('s.owner_id::text', owner)}
    and ${is('s.namespace', namespace)} and ${is('s.code', code)} order by s.created_at, s.id`)
}

export const lockSchedule = (db: Db, id: string): Promise<OwnedRow | undefined> =>
  db.first(sql<OwnedRow>`${SELECT} where s.id = ${id} for update of s`)

export const findSchedule = (db: Db, id: string): Promise<OwnedRow | undefined> =>
  db.first(sql<OwnedRow>`${SELECT} where s.id = ${id}`)

export const countOwned = async (db: Db, owner: string): Promise<number> =>
  (
    await db.one(sql<{ count: number }>`
      select count(*) as count from kontor.report_schedules where owner_id = ${owner}`)
  ).count

export const insertSchedule = (db: Db, row: Row, at: Date) =>
  db.run(sql`
    insert into kontor.report_schedules (id, namespace, code, owner_id, name, format, timing, request,
      receivers, next_at, paused_reason, created_at, updated_at)
    values (${row.id}, ${row.namespace}, ${row.code}, ${row.owner_id}, ${row.name}, ${row.format},
      ${toJsonb(row.timing)}::json, ${toJsonb(row.request)}::json, ${row.receivers}::uuid[],
      ${row.next_at}, ${row.paused_reason}, ${at}, ${at})`)

export const saveSchedule = (db: Db, row: Row, at: Date) =>
  db.run(sql`
    update kontor.report_schedules set name = ${row.name}, format = ${row.format},
      timing = ${toJsonb(row.timing)}::json, request = ${toJsonb(row.request)}::json,
      receivers = ${row.receivers}::uuid[], next_at = ${row.next_at},
      paused_reason = ${row.paused_reason}, updated_at = ${at}
    where id = ${row.id}`)

/** When it is due next; null = paused, for this reason. */
export const moveOn = (
  db: Db,
  id: string,
  next: Date | null,
  reason: Row['paused_reason'] = null,
) =>
  db.run(sql`
    update kontor.report_schedules set next_at = ${next}, paused_reason = ${reason}
    where id = ${id}`)

export const deleteSchedule = (db: Db, id: string) =>
  db.run(sql`delete from kontor.report_schedules where id = ${id}`)

/** Those whose time has come; another node takes the others. */
export const lockDue = (db: Db, now: Date, limit: number): Promise<OwnedRow[]> =>
  db.all(sql<OwnedRow>`${SELECT} where s.next_at <= ${now} order by s.next_at
    limit ${limit} for update of s skip locked`)

/** The ids of those that were not there before: a second run makes no second mail. */
export const insertMails = (
  db: Db,
  schedule: string,
  { users, dueAt }: { users: readonly { id: string; user: string }[]; dueAt: Date },
): Promise<{ id: string }[]> =>
  db.all(sql<{ id: string }>`
    insert into kontor.report_mails (id, schedule_id, user_id, due_at)
    select m.id, ${schedule}, m.user, ${dueAt}
    from jsonb_to_recordset(${toJsonb(users)}::jsonb) as m(id uuid, "user" uuid)
    on conflict do nothing returning id`)

/** Whether the owner has as many mails left on that day; if so, they are taken. */
export const takeMails = async (
  db: Db,
  { owner, day, mails, most }: { owner: string; day: string; mails: number; most: number },
): Promise<boolean> =>
  (await db.run(sql`
    insert into kontor.report_mail_days as d (owner_id, day, mails)
    select ${owner}, ${day}::date, ${mails}::int where ${mails}::int <= ${most}::int
    on conflict (owner_id, day) do update set mails = d.mails + excluded.mails
    where d.mails + excluded.mails <= ${most}::int`)) > 0

export type OpenMail = { schedule_id: string; user_id: string; due_at: Date }

export const findOpenMail = (db: Db, id: string): Promise<OpenMail | undefined> =>
  db.first(sql<OpenMail>`
    select schedule_id, user_id, due_at from kontor.report_mails
    where id = ${id} and ended_at is null`)

type End = { at: Date; outcome: NonNullable<ReportMail['outcome']>; error: string | null }

export const endMail = async (db: Db, id: string, { at, outcome, error }: End): Promise<boolean> =>
  (await db.run(sql`
    update kontor.report_mails set ended_at = ${at}, outcome = ${outcome}, error = ${error}
    where id = ${id} and ended_at is null`)) > 0

/** Why it did not go out this time. */
export const noteError = (db: Db, id: string, error: string) =>
  db.run(sql`update kontor.report_mails set error = ${error} where id = ${id} and ended_at is null`)

export const forgetMails = (db: Db, before: Date) =>
  db.run(sql`delete from kontor.report_mails where ended_at < ${before}`)

export const forgetDays = (db: Db, before: Date) =>
  db.run(sql`delete from kontor.report_mail_days where day < ${before}`)

type Last = {
  schedule_id: string
  due_at: Date
  sent: number
  skipped: number
  failed: number
  waiting: number
  error: string | null
}

/** What became of the newest time of each schedule. */
export const listLast = (db: Db, schedules: readonly string[]): Promise<Last[]> =>
  db.all(sql<Last>`
    select m.schedule_id, m.due_at,
      count(*) filter (where outcome = 'sent') as sent,
      count(*) filter (where outcome = 'skipped') as skipped,
      count(*) filter (where outcome = 'failed') as failed,
      count(*) filter (where outcome is null) as waiting,
      coalesce(min(error) filter (where outcome is distinct from 'skipped'), min(error)) as error
    from kontor.report_mails m join (
      select schedule_id, max(due_at) as due_at from kontor.report_mails
      where schedule_id = any(${[...schedules]}::uuid[]) group by schedule_id
    ) newest using (schedule_id, due_at)
    group by m.schedule_id, m.due_at`)

type Newest = { newest: Date | null; has_open: boolean }

/** When it was sent last, and whether any of its mails is still to go out. */
export const findNewest = (db: Db, schedule: string): Promise<Newest> =>
  db.one(sql<Newest>`
    select max(due_at) as newest, coalesce(bool_or(ended_at is null), false) as has_open
    from kontor.report_mails where schedule_id = ${schedule}`)

type Mail = Omit<ReportMail, 'user' | 'dueAt' | 'endedAt'> & {
  user_id: string
  user_name: string
  due_at: Date
  ended_at: Date | null
}

export const listMails = (db: Db, schedule: string): Promise<Mail[]> =>
  db.all(sql<Mail>`
    select m.user_id, u.name as user_name, m.due_at, m.ended_at, m.outcome, m.error
    from kontor.report_mails m join kontor.users u on u.id = m.user_id
    where m.schedule_id = ${schedule} order by m.due_at desc, u.name, m.id limit 200`)

/** Held until the connection ends; false where another one holds it. */
export async function tryLock(db: Db, mail: string): Promise<boolean> {
  const { locked } = await db.one(sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${advisoryLock('report mail', sql`${mail}::uuid::text`)}) as locked`)
  return locked
}
