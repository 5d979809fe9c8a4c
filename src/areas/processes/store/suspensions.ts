import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

export type Suspension = { suspended_at: Date; suspended_by: string; comment: string }

/** Since when an instance or its process has been suspended. */
export const suspendedSince = (instance: Sql, template: Sql): Sql => sql`(
  select max(s.suspended_at) from kontor.process_suspensions s
  where s.id in (${instance}, ${template}))`

/** Undefined if it was suspended before. */
export const insertSuspension = (
  db: Db,
  id: string,
  { suspended_at, suspended_by, comment }: Suspension,
): Promise<number> =>
  db.run(sql`
    insert into kontor.process_suspensions (id, suspended_at, suspended_by, comment)
    values (${id}, ${suspended_at}, ${suspended_by}, ${comment}) on conflict do nothing`)

export const deleteSuspension = (db: Db, id: string): Promise<Suspension | undefined> =>
  db.first(sql<Suspension>`
    delete from kontor.process_suspensions where id = ${id}
    returning suspended_at, suspended_by, comment`)

export const findSuspension = (db: Db, id: string): Promise<Suspension | undefined> =>
  db.first(sql<Suspension>`
    select suspended_at, suspended_by, comment from kontor.process_suspensions where id = ${id}`)

/** The suspended ones among these instances or processes, with the time. */
export async function listSuspended(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db.all(sql<{ id: string; suspended_at: Date }>`
    select id, suspended_at from kontor.process_suspensions where id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, suspended_at }) => [id, suspended_at]))
}

/** After every due time. Not infinity, from which nothing can be subtracted. */
const NEVER = sql`timestamptz '9999-12-31 00:00:00Z'`

/** Jobs of an instance, or of everything that belongs to a process. */
export type Owner = { instance: string } | { template: string }

const instancesOf = (owner: Owner): Sql =>
  'instance' in owner
    ? sql`select ${owner.instance}::uuid`
    : sql`select id from kontor.process_instances
        where template_id = ${owner.template} and ended_at is null`

/** Includes the jobs that would start instances of the process. */
const isJobOf = (owner: Owner): Sql =>
  'instance' in owner
    ? sql`instance_id = ${owner.instance}`
    : sql`(instance_id in (${instancesOf(owner)})
        or kind in ('start', 'child.start') and payload ->> 'template' = ${owner.template})`

export type Held = { id: number; key: string; dueAt: Date }

/**
 * Holds a leased job back while its instance or process is suspended. A concurrent resume waits for the row of the
 * suspension, and then finds the job. False if it was resumed meanwhile.
 */
export const holdJob = async (db: Db, { id, key, dueAt }: Held): Promise<boolean> =>
  (await db.run(sql`
    with suspended as (
      select s.id from kontor.process_suspensions s where s.id in (
        select j.instance_id from kontor.process_jobs j where j.id = ${id}
        union all
        select i.template_id from kontor.process_jobs j
        join kontor.process_instances i on i.id = j.instance_id where j.id = ${id}
        union all
        select kontor.as_id(j.payload ->> 'template') from kontor.process_jobs j
        where j.id = ${id} and j.kind in ('start', 'child.start'))
      for share)
    update kontor.process_jobs
    set run_at = ${NEVER}, held_due_at = ${dueAt}, lease_key = null, worker = null,
      worker_user = null, attempts = attempts - 1
    where id = ${id} and lease_key = ${key} and exists (select from suspended)`)) > 0

export const releaseJobs = (db: Db, owner: Owner): Promise<number> =>
  db.run(sql`
    update kontor.process_jobs set run_at = held_due_at, held_due_at = null
    where held_due_at is not null and ${isJobOf(owner)}`)

/** Timers and due dates move by the time of the suspension. */
export async function shiftTimes(db: Db, owner: Owner, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`
  await Promise.all([
    db.run(sql`
      update kontor.process_jobs
      set run_at = case when held_due_at is null then run_at + ${by} else run_at end,
        held_due_at = held_due_at + ${by}
      where kind = 'timer' and ${isJobOf(owner)}`),
    db.run(sql`
      update kontor.process_tasks set due_at = due_at + ${by}
      where due_at is not null and ended_at is null and instance_id in (${instancesOf(owner)})`),
  ])
}

/** Delivers messages of these names now. */
export const wakeMessages = (db: Db, owner: Owner, names: readonly string[]): Promise<number> =>
  db.run(sql`
    insert into kontor.process_jobs (instance_id, token, kind, run_at, max_attempts, payload)
    select null, 0, 'message.deliver', now(), 1, jsonb_build_object('message', m.id)
    from kontor.process_messages m
    where m.state = 'waiting' and m.kind = 'message' and (m.name = any(${names}::text[])
      or m.name in (
        select w.name from kontor.process_subscriptions w
        where w.kind = 'message' and w.instance_id in (${instancesOf(owner)})))`)
