import type { Effect } from '../../engine/effects.ts'
import type { EngineEvent } from '../../engine/events.ts'
import type { Control, State, Status } from '../../engine/state.ts'
import { statusOf } from '../../engine/status.ts'
import { step } from '../../engine/step.ts'
import { AppError, conflict, tooLarge } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { calendarNamed } from '../calendars/service.ts'
import { hasClocks, updateClocks } from './clocks/update.ts'
import { carryOut } from './effects/carry-out.ts'
import { showTasksOnItems } from './items.ts'
import { emitMoveEvents, notifyPerformers } from './move-events.ts'
import { getPublished, type Published } from './published.ts'
import { newRows, type Rows, writeRows } from './rows.ts'
import { forgetLines, insertLine, type Trace } from './store/history.ts'
import {
  type Instance,
  type ItemReference,
  insertInstance,
  saveInstance,
} from './store/instances.ts'
import { wakeQueued } from './store/jobs.ts'
import { nextStored } from './store/pages.ts'
import { findSuspension } from './store/suspensions.ts'
import type { TaskOrigin } from './store/tasks.ts'
import { fitVariables } from './variables.ts'

type Untimed<Event> = Event extends unknown ? Omit<Event, 'at'> : never
/** Something that happens to an instance; its time is that of the move. */
export type Happening = Untimed<EngineEvent>

/** One move of one instance: everything is committed together, or not at all. */
export type Move = {
  readonly ctx: Context
  readonly published: Published
  readonly at: Date
  /** The user behind it; the system for automatic events. */
  readonly actor: string
  instance: Instance
  state: State
  isContextChanged: boolean
  /** Results of operations carried out at once, fed in this same move. */
  readonly pending: Happening[]
  readonly rows: Rows
  readonly steps: Trace[]
  /** Added to the history. */
  readonly notes: string[]
  /** Items whose open tasks have changed. */
  readonly items: Map<string, ItemReference>
}

/** Signalled when jobs of instances were added. */
export const PROCESS_JOBS = 'process-jobs'
/** Signalled when a timer was added, perhaps earlier than the next one known. */
export const PROCESS_TIMERS = 'process-timers'
/** The same for agents, whose models are slow. */
export const SLOW_JOBS = 'slow-process-jobs'
/** The same for jobs of external workers. */
export const WORKER_JOBS = 'worker-jobs'

/** The limit on the variables of one instance; larger values belong in files. */
const MAX_VARIABLE_BYTES = 4 * 1024 ** 2

/** Details of a move for the history. */
export type About = Record<string, unknown>

/**
 * Feeds an event to a locked instance, carries out the effects and saves everything. Returns why the event was
 * refused; then nothing has changed.
 */
export async function moveInstance(
  ctx: Context,
  instance: Instance,
  event: Happening,
  about: About = {},
): Promise<string | undefined> {
  if (event.type !== 'interrupt') requireRunning(instance)
  const published = await getPublished(ctx, instance.template_id, instance.version)
  const move = beginMove(ctx, published, instance)
  const refused = await feed(move, event)
  if (refused !== undefined) return refused
  await finishMove(move, event.type, about)
  return undefined
}

/** A suspended instance can be repaired, migrated or interrupted, but does not proceed. */
function requireRunning({ suspended_at: since }: Instance): void {
  if (since) throw conflict(`the instance has been suspended since ${since.toISOString()}`)
}

export const beginMove = (ctx: Context, published: Published, instance: Instance): Move => ({
  ctx,
  published,
  at: ctx.now(),
  actor: ctx.user.id,
  instance,
  state: { control: instance.control, variables: instance.context },
  isContextChanged: false,
  pending: [],
  rows: newRows(),
  steps: [],
  notes: [],
  items: new Map(),
})

/** Feeds an event, and then everything that is answered at once. */
export async function feed(move: Move, event: Happening): Promise<string | undefined> {
  const refused = await take(move, event)
  if (refused !== undefined) return refused
  await feedPending(move)
  return undefined
}

export async function feedPending(move: Move): Promise<void> {
  for (let next = move.pending.shift(); next; next = move.pending.shift()) await take(move, next)
}

async function take(move: Move, event: Happening): Promise<string | undefined> {
  const { program, byCode } = move.published
  const timed = { ...event, at: move.at.toISOString() } as EngineEvent
  const calendar = await calendarNamed(move.ctx, move.published.body.calendar)
  const rounds = move.ctx.config.KONTOR_PROCESS_ROUNDS || Number.POSITIVE_INFINITY
  let result = step(program, move.state, timed, calendar, rounds)
  if (result.refused !== undefined) return result.refused
  const fitted = fitVariables(byCode, result.state.variables, result.changed)
  if (fitted.problem !== undefined && event.type === 'done') {
    const failure = { message: fitted.problem, code: 'wrong-values' }
    result = step(
      program,
      move.state,
      { ...timed, type: 'failed', failure } as EngineEvent,
      calendar,
      rounds,
    )
    move.state = result.state
  } else move.state = { control: result.state.control, variables: fitted.variables }
  if (result.changed.length > 0) move.isContextChanged = true
  for (const effect of result.effects) await carryOut(move, effect as Effect)
  return undefined
}

/** Saves the state of the instance and the rows of the move. */
export async function finishMove(move: Move, event: string, about: About): Promise<void> {
  const { ctx, instance, state, at, actor, published } = move
  const isNew = instance.revision === 0
  if (isNew || move.isContextChanged) checkSize(state)
  const { end } = state.control
  const row: Instance = {
    ...instance,
    state: storedStatus(state.control),
    revision: instance.revision + 1,
    control: state.control,
    context: state.variables,
    stored: nextStored(instance.stored, {
      control: state.control,
      revision: instance.revision + 1,
      isContextChanged: move.isContextChanged,
    }),
  }
  move.instance = row
  const endedAt = end ? at : null
  const { isContextChanged, steps, notes } = move
  const isAllowed = isNew ? requireStarting(ctx, published) : undefined
  const stored = isNew
    ? insertInstance(ctx.db, row, endedAt)
    : saveInstance(ctx.db, row, {
        at,
        by: actor,
        endedAt,
        isContextChanged,
        before: instance.stored,
      })
  const data = notes.length > 0 ? { ...about, notes } : about
  const line = { instanceId: row.id, seq: row.revision, at, actor, event, data, steps }
  const written = insertLine(ctx.db, line)
  const forgotten = forgetLines(ctx.db, row.id, row.revision)
  const origin = taskOrigin(row, published)
  const ended = writeRows(ctx, move.rows, { origin, at, by: actor })
  await Promise.all([isAllowed, stored, written, forgotten, ended, notifyPerformers(move)])
  if (hasClocks(published) || event === 'version') await updateClocks(move)
  await showTasksOnItems(move)
  await emitMoveEvents(move, { isNew, event, about, ended: await ended })
  if (instance.has_queued_move && row.state === 'wait') await wakeQueued(ctx.db, row.id)
  const { jobs, leftChildren, subscriptions } = move.rows
  const isWoken = instance.has_queued_move || jobs.length + leftChildren.length > 0
  if (isWoken || subscriptions.size > 0) ctx.nudge(PROCESS_JOBS)
  if (move.rows.jobs.some(({ run_at }) => run_at !== undefined)) ctx.nudge(PROCESS_TIMERS)
  if (move.rows.jobs.some(({ kind }) => kind === 'agent')) ctx.nudge(SLOW_JOBS)
  if (move.rows.jobs.some(({ topic }) => topic !== undefined)) ctx.nudge(WORKER_JOBS)
}

/** A process that is suspended begins no instances. */
export class ProcessSuspended extends AppError {
  readonly template: string

  constructor(template: string, name: string, since: Date) {
    super('conflict', `the process "${name}" has been suspended since ${since.toISOString()}`)
    this.template = template
  }
}

/** Sent together with the rows of the move, so that it costs no round trip. */
async function requireStarting(ctx: Context, { templateId, body }: Published): Promise<void> {
  const suspended = await findSuspension(ctx.db, templateId)
  if (suspended) throw new ProcessSuspended(templateId, body.name, suspended.suspended_at)
}

/** An error that nobody caught ends a process without a result, like an interruption. */
const storedStatus = (control: Control): Status =>
  control.end?.kind === 'error' ? 'cancel' : statusOf(control)

const taskOrigin = (row: Instance, { body, namespace, code }: Published): TaskOrigin => ({
  instanceId: row.id,
  instanceName: row.name,
  templateName: body.name,
  namespace,
  code,
  item: row.item,
  target: row.target,
  author: row.created_by,
})

function checkSize({ variables }: State): void {
  const size = Buffer.byteLength(JSON.stringify(variables))
  if (size <= MAX_VARIABLE_BYTES) return
  throw tooLarge(
    `the variables of the process take ${size} bytes, the limit is ${MAX_VARIABLE_BYTES} (4 MiB)`,
  )
}
