import type { AppAddress } from '../../../lib/app-path.ts'
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  overQuota,
  tooLarge,
  tooMany,
} from '../../../lib/errors.ts'
import type { EventTypeOf } from '../../../lib/event-types.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { getOwnSettings, listCallers } from '../../access/service.ts'
import { findUnits } from '../../people/groups/membership.ts'
import { mayOnReport } from '../kind.ts'
import { ReportRequest } from '../row-operations.ts'
import { checkAsked, getReport } from '../service.ts'
import { addMails } from './mails.ts'
import type { NewSchedule, ReportMail, Schedule, Settings } from './operations.ts'
import * as store from './store.ts'
import { nextTime } from './timing.ts'

const MOST = 100
const LONGEST_REQUEST = 64 * 1024
/** Between two times that a schedule is sent by hand, in seconds. */
const PAUSE = 300

type ScheduleFilter = { namespace?: string | undefined; code?: string | undefined }

export async function listSchedules(ctx: Context, wanted: ScheduleFilter): Promise<Schedule[]> {
  const owner = (await seesAll(ctx, wanted)) ? undefined : ctx.user.id
  return toSchedules(ctx, await store.listSchedules(ctx.db, { ...wanted, owner }))
}

async function seesAll(ctx: Context, { namespace, code }: ScheduleFilter): Promise<boolean> {
  if (ctx.user.isAdministrator) return true
  return (
    namespace !== undefined &&
    code !== undefined &&
    (await mayOnReport(ctx, 'manage', { namespace, code }))
  )
}

export async function createSchedule(ctx: Context, wanted: NewSchedule): Promise<Schedule> {
  const { namespace, code } = wanted
  await getReport(ctx, { namespace, code })
  if ((await store.countOwned(ctx.db, ctx.user.id)) >= MOST) {
    throw overQuota(`a user has at most ${MOST} scheduled mails: delete one first`)
  }
  const { timeZone } = await getOwnSettings(ctx)
  const next = nextTime(wanted.timing, timeZone, ctx.now())
  const row: store.Row = {
    id: newId(),
    namespace,
    code,
    owner_id: ctx.user.id,
    next_at: next,
    paused_reason: null,
    ...(await settled(ctx, { namespace, code }, wanted)),
  }
  await store.insertSchedule(ctx.db, row, ctx.now())
  await emit(ctx, 'report.schedule_created', row)
  return getSchedule(ctx, row.id)
}

export async function changeSchedule(ctx: Context, id: string, to: Settings): Promise<Schedule> {
  const known = await lockOwn(ctx, id)
  const next = to.isPaused ? null : nextTime(to.timing, known.time_zone, ctx.now())
  const row: store.Row = {
    ...known,
    next_at: next,
    paused_reason: next ? null : (known.paused_reason ?? 'by_hand'),
    ...(await settled(ctx, known, to)),
  }
  await store.saveSchedule(ctx.db, row, ctx.now())
  await emit(ctx, 'report.schedule_changed', row)
  return getSchedule(ctx, id)
}

export async function deleteSchedule(ctx: Context, id: string): Promise<void> {
  const known = await lockOwn(ctx, id)
  await store.deleteSchedule(ctx.db, id)
  await emit(ctx, 'report.schedule_deleted', known)
}

export async function sendSchedule(ctx: Context, id: string): Promise<Schedule> {
  const known = await lockOwn(ctx, id)
  await requirePause(ctx, id)
  if (!(await addMails(ctx, known, ctx.now()))) {
    const most = ctx.config.KONTOR_REPORT_MAILS
    throw tooMany(
      `mails: the schedules of a person make at most ${most} in a day`,
      secondsLeft(ctx.now()),
    )
  }
  await emit(ctx, 'report.schedule_sent', known)
  return getSchedule(ctx, id)
}

/** Until the next day, as the limit counts them. */
const secondsLeft = (now: Date): number => 86_400 - (Math.floor(now.getTime() / 1000) % 86_400)

/** Whoever may read a report can mail it to everybody, but not as often as they like. */
async function requirePause(ctx: Context, id: string): Promise<void> {
  const { newest, has_open: hasOpen } = await store.findNewest(ctx.db, id)
  const age = newest ? (ctx.now().getTime() - newest.getTime()) / 1000 : PAUSE
  if (age < PAUSE) {
    const wait = Math.ceil(PAUSE - age)
    throw tooMany('mails of this schedule: it was sent less than five minutes ago', wait)
  }
  if (hasOpen) throw conflict('earlier mails of this schedule are still waiting to be sent')
}

export async function listMails(ctx: Context, id: string): Promise<ReportMail[]> {
  await requireOwn(ctx, id, await store.findSchedule(ctx.db, id))
  const mails = await store.listMails(ctx.db, id)
  return mails.map(({ user_id, user_name, due_at, ended_at, outcome, error }) => ({
    user: { id: user_id, name: user_name },
    dueAt: due_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    outcome,
    error,
  }))
}

const lockOwn = async (ctx: Context, id: string): Promise<store.OwnedRow> =>
  requireOwn(ctx, id, await store.lockSchedule(ctx.db, id))

/** A schedule is for its owner and for who manages the report; others do not know of it. */
async function requireOwn(
  ctx: Context,
  id: string,
  found: store.OwnedRow | undefined,
): Promise<store.OwnedRow> {
  const may = found && (found.owner_id === ctx.user.id || (await mayOnReport(ctx, 'manage', found)))
  if (!may) throw notFound('schedule', id)
  return found
}

type Given = Omit<Settings, 'isPaused'>

/** What is stored of it, after every part was checked. */
async function settled(ctx: Context, place: AppAddress, given: Given) {
  const { name, format, timing, filter, where, parameters, sortExpressions } = given
  const request = { filter, where, parameters, sortExpressions }
  if (Buffer.byteLength(JSON.stringify(request)) > LONGEST_REQUEST) {
    throw tooLarge(`what a scheduled report asks for has at most ${LONGEST_REQUEST} bytes`)
  }
  await checkAsked(ctx, place, ReportRequest.parse(request))
  const receivers = [...new Set(given.receivers)]
  await checkReceivers(ctx, place, receivers)
  return { name, format, timing, request, receivers }
}

/** People must be able to see the report; of a group those who can are mailed. */
async function checkReceivers(
  ctx: Context,
  place: AppAddress,
  ids: readonly string[],
): Promise<void> {
  const units = new Map((await findUnits(ctx, ids)).map((unit) => [unit.id, unit]))
  const unknown = ids.find((id) => !units.has(id))
  if (unknown) throw invalid(`field "receivers": there is nobody with the id ${unknown}`)
  const users = ids.filter((id) => units.get(id)?.kind === 'user')
  const callers = new Map((await listCallers(ctx, users)).map((user) => [user.id, user]))
  for (const id of users) {
    const user = callers.get(id)
    if (user && (await mayOnReport({ ...ctx, user }, 'read', place))) continue
    throw invalid(`field "receivers": ${units.get(id)?.name} may not see this report`)
  }
}

async function getSchedule(ctx: Context, id: string): Promise<Schedule> {
  const found = await store.findSchedule(ctx.db, id)
  const [schedule] = await toSchedules(ctx, found ? [found] : [])
  if (!schedule) throw forbidden('the schedule is gone')
  return schedule
}

async function toSchedules(ctx: Context, rows: readonly store.OwnedRow[]): Promise<Schedule[]> {
  const ids = rows.map(({ id }) => id)
  const units = await findUnits(
    ctx,
    rows.flatMap(({ receivers }) => receivers),
  )
  const byId = new Map(units.map(({ id, name, kind }) => [id, { id, name, kind }]))
  const last = new Map((await store.listLast(ctx.db, ids)).map((each) => [each.schedule_id, each]))
  return rows.map((row) => {
    const newest = last.get(row.id)
    const { schedule_id: _, due_at, ...counts } = newest ?? {}
    return {
      id: row.id,
      namespace: row.namespace,
      code: row.code,
      owner: { id: row.owner_id, name: row.owner_name },
      name: row.name,
      format: row.format,
      timing: row.timing,
      receivers: row.receivers.flatMap((id) => byId.get(id) ?? []),
      ...row.request,
      timeZone: row.time_zone,
      nextAt: row.next_at?.toISOString() ?? null,
      pausedReason: row.paused_reason,
      last: newest ? { ...counts, dueAt: newest.due_at.toISOString() } : null,
    } as Schedule
  })
}

const emit = (ctx: Context, type: EventTypeOf<'report_schedule'>, row: store.Row) =>
  ctx.emit({
    type,
    object: `report_schedule:${row.id}`,
    namespace: row.namespace,
    data: { owner: row.owner_id, report: row.code, name: row.name },
  })
