import { randomUUID } from 'node:crypto'
import type { Failure } from '../../../engine/events.ts'
import { isFinal } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { toStorable } from '../../../lib/storable.ts'
import { SYSTEM } from '../../../platform/caller.ts'
import { type Context, type Platform, readContext, write } from '../../../platform/context.ts'
import { messageFor } from '../../../platform/db/errors.ts'
import { DEFINITIONS } from '../../../platform/definitions.ts'
import type { Runner as JobRunner } from '../../../platform/jobs/runner.ts'
import { BackgroundLoop } from '../../../platform/loops/background-loop.ts'
import { currentSpan, tracedFrom } from '../../../platform/telemetry/span.ts'
import { completeTurn } from '../agents/run-agent.ts'
import { deliverWaiting, NobodyWaits } from '../messages/deliver.ts'
import { tellFailure } from '../modules/module.ts'
import {
  type Happening,
  moveInstance,
  PROCESS_JOBS,
  PROCESS_TIMERS,
  ProcessSuspended,
  SLOW_JOBS,
} from '../move.ts'
import { NotWaiting } from '../queued-move.ts'
import { type Instance, lockInstance } from '../store/instances.ts'
import {
  type Due,
  findDue,
  insertJobs,
  keepReached,
  type Leased,
  leaseJobs,
  postponeJob,
  takeJob,
} from '../store/jobs.ts'
import { holdJob } from '../store/suspensions.ts'
import { endCallbacks } from '../store/waits.ts'
import { canRetry, retryDelay, usualDelay } from './backoff.ts'
import { keepDocument } from './document.ts'
import { moveJobs } from './move-jobs.ts'
import {
  type Completion,
  type Executors,
  FinalFailure,
  failureOf,
  type Outcome,
  Suspended,
  type WorkResult,
} from './outcome.ts'
import { Pump } from './pump.ts'
import { type DueSchedule, listDue, startBySchedule, syncSchedules } from './schedules.ts'
import { startByTrigger } from './starting.ts'

export type RunnerOptions = {
  /** Concurrent moves of instances; external work gets as many again. */
  workers: number
  executors: Executors
  publicUrl: string
  /** Seconds of a lease: jobs of a dead node are delayed by so long. */
  lease: number
  /** Kinds of jobs that may take longer, and how long; they have workers of their own. */
  slow?: { kinds: readonly string[]; lease: number }
  /** Kinds of jobs with workers of their own, and how many of each run at once. */
  apart?: readonly { kinds: readonly string[]; workers: number }[]
  /** Seconds until the next attempt. */
  backoff?: (attempts: number) => number
}

type Runner = Required<Omit<RunnerOptions, 'slow' | 'apart'>> & { platform: Platform }

/** Runs due jobs of instances; on any number of nodes each job runs once. */
export function startProcessJobs(platform: Platform, options: RunnerOptions): JobRunner {
  const runner: Runner = { backoff: usualDelay, ...options, platform }
  const { workers, lease, slow = { kinds: [], lease }, apart = [] } = options
  const kinds = {
    inside: ['start', ...Object.keys(moveJobs)],
    outside: Object.keys(options.executors),
  }
  const others = [slow, ...apart].flatMap((each) => each.kinds)
  const usual = kinds.outside.filter((kind) => !others.includes(kind))
  const inside = makePump(runner, { kinds: kinds.inside, ahead: 8, lease })
  // Work may take a minute, so a leased job must begin at once.
  const quick = makePump(runner, { kinds: usual, ahead: 0, lease })
  const aside = apart.map((each) => makePump(runner, { kinds: each.kinds, ahead: 0, lease }))
  const late = makePump(runner, { ...slow, ahead: 0 })
  platform.signals.on(PROCESS_JOBS, () => {
    for (const pump of [inside, quick, ...aside]) pump.nudge()
  })
  platform.signals.on(SLOW_JOBS, () => late.nudge())
  const clock = makeClock(runner)
  const pumps = [inside, quick, ...aside, late, clock]
  for (const pump of [inside, quick, late]) pump.start(workers)
  for (const [at, pump] of aside.entries()) pump.start(apart[at]?.workers ?? workers)
  clock.start(1)
  const watch = watchDue(platform, async () => {
    const due = await findDue(platform.db, kinds)
    if (due.inside) inside.nudge()
    if (due.outside) {
      for (const pump of [quick, ...aside, late]) pump.nudge()
    }
    if (due.clock) clock.nudge()
    return due.next
  })
  platform.signals.on(PROCESS_TIMERS, () => watch.wake())
  return {
    stop: async () => void (await Promise.all([watch, ...pumps].map((each) => each.stop()))),
  }
}

/** The longest time between polls, to find jobs that another node left behind. */
const LOOK = 1_000
/** Timers closer together than this are handled by one query. */
const PAUSE = 50

/** One query for all pumps, because usually nothing is due. Returns the seconds until the next job. */
function watchDue({ log }: Platform, look: () => Promise<number | null>): BackgroundLoop {
  const loop = new BackgroundLoop({
    round: async () => {
      const next = await look()
      return next === null ? LOOK : Math.min(Math.max(next * 1000, PAUSE), LOOK)
    },
    onFailure: (err) => log.warn({ err }, 'jobs of processes cannot be looked for'),
  })
  loop.start()
  return loop
}

type Group = { kinds: readonly string[]; ahead: number; lease: number }

type Taken = { job: Due; key: string; lease: number }

function makePump(runner: Runner, { kinds, ahead, lease: seconds }: Group): Pump<Taken> {
  return new Pump({
    ahead,
    log: runner.platform.log,
    take: async (limit) => {
      const key: string = randomUUID()
      const lease = { key, seconds, kinds, limit }
      const jobs = await inTransaction(runner, (ctx) => leaseJobs(ctx.db, lease))
      return jobs.map((job) => ({ job, key, lease: seconds }))
    },
    run: (taken) => {
      const { kind, payload } = taken.job
      const about = { name: `process job ${kind}`, kind: 'consumer' } as const
      return tracedFrom(payload.traceparent, about, () => runJob(runner, taken))
    },
  })
}

/** Starts processes by schedule: whoever advances a schedule starts the instance. */
function makeClock(runner: Runner): Pump<DueSchedule> {
  let isKnown = false
  const pump = new Pump<DueSchedule>({
    ahead: 0,
    log: runner.platform.log,
    take: async (limit) => {
      if (!isKnown) {
        // Before it is read, so that a concurrent change is noticed.
        isKnown = true
        await inTransaction(runner, syncSchedules).catch((error: unknown) => {
          isKnown = false
          throw error
        })
      }
      return inTransaction(runner, (ctx) => listDue(ctx, limit))
    },
    run: (due) => inTransaction(runner, (ctx) => startBySchedule(ctx, due)),
  })
  runner.platform.signals.on(DEFINITIONS, () => {
    isKnown = false
    pump.nudge()
  })
  return pump
}

const inTransaction = <T>({ platform }: Runner, work: (ctx: Context) => Promise<T>): Promise<T> =>
  write(platform, { user: SYSTEM, requestId: newId(), log: platform.log }, work)

/** Every failure is retried: a job is never lost. */
async function runJob(runner: Runner, taken: Taken): Promise<void> {
  const { job } = taken
  if (job.is_suspended) return hold(runner, taken)
  try {
    const inside = moveJobs[job.kind]
    const alone = ALONE[job.kind]
    if (alone) await actAlone(runner, taken, alone)
    else if (inside) await holding(runner, taken, (ctx, instance) => inside(ctx, instance, job))
    else await runOutside(runner, taken)
  } catch (err) {
    if (err instanceof Suspended) return hold(runner, taken, err)
    currentSpan()?.fail(err)
    const isQuiet = QUIET.some((each) => err instanceof each)
    const about = { err, job: job.kind, instance: job.instance_id }
    runner.platform.log[isQuiet ? 'debug' : 'error'](about, 'a job of a process is put off')
    await later(runner, taken, err)
  }
}

/** Expected reasons to retry. */
const QUIET = [NobodyWaits, NotWaiting, ProcessSuspended]

/** Holds the job back until its instance, or the process it would start, is resumed. */
const hold = (
  runner: Runner,
  { job: { id, due_at: dueAt }, key }: Taken,
  { reached, template }: Partial<Suspended> = {},
): Promise<void> =>
  inTransaction(runner, async (ctx) => {
    const kept = { ...(reached && { reached }), ...(template && { template }) }
    await keepReached(ctx.db, { id, key, kept })
    if (await holdJob(ctx.db, { id, key, dueAt })) return
    ctx.nudge(PROCESS_TIMERS)
    await postponeJob(ctx.db, { id, key, seconds: 0, error: '' })
  })

/** Jobs that lock no instance at first: they create one, or find theirs. */
const ALONE: Record<string, (ctx: Context, job: Leased) => Promise<void>> = {
  start: startByTrigger,
  'message.deliver': deliverWaiting,
}

const actAlone = (
  runner: Runner,
  { job, key }: Taken,
  act: (typeof ALONE)[string],
): Promise<void> =>
  inTransaction(runner, async (ctx) => {
    if (await takeJob(ctx.db, job.id, key)) await act(ctx, job)
  })

/** Holds the lock of the instance, and checks that the lease is still ours. */
const holding = (
  runner: Runner,
  { job, key }: Taken,
  act: (ctx: Context, instance: Instance) => Promise<void>,
): Promise<boolean> =>
  inTransaction(runner, async (ctx) => {
    const [instance, isOurs] = await Promise.all([
      lockInstance(ctx.db, 'instance', job.instance_id ?? ''),
      takeJob(ctx.db, job.id, key),
    ])
    if (!instance || !isOurs) return false
    if (instance.suspended_at && job.kind !== 'interrupt') throw new Suspended()
    await act(ctx, instance)
    return true
  })

const later = (runner: Runner, { job, key }: Taken, error: unknown): Promise<unknown> =>
  inTransaction(runner, (ctx) => {
    ctx.nudge(PROCESS_TIMERS)
    return postponeJob(ctx.db, {
      id: job.id,
      key,
      seconds: delayOf(runner, job, error),
      error: messageOf(error),
    })
  })

/** A message is checked again at the latest when it expires. */
function delayOf({ backoff }: Runner, job: Leased, error: unknown): number {
  const usual = retryDelay(job, backoff)
  return error instanceof NobodyWaits ? Math.min(usual, error.seconds) : usual
}

async function runOutside(runner: Runner, taken: Taken): Promise<void> {
  const kept = keptFor(taken.job, runner.platform.now())
  const reached = kept ?? (await reach(runner, taken))
  if (!reached) return
  try {
    if ('failure' in reached) await fail(runner, taken, reached.failure)
    else await answer(runner, taken, reached.outcome)
  } catch (error) {
    throw error instanceof Suspended ? new Suspended({ reached }) : error
  }
}

/** The stored result of work that ended while the instance was suspended, unless it has expired. */
function keptFor({ payload }: Leased, now: Date): WorkResult | undefined {
  const reached = payload.reached as WorkResult | undefined
  if (!reached || 'failure' in reached || reached.outcome.type !== 'done') return reached
  const { until } = reached.outcome
  return until === undefined || new Date(until) > now ? reached : undefined
}

/** Undefined if it will be retried. */
async function reach(runner: Runner, taken: Taken): Promise<WorkResult | undefined> {
  const { job } = taken
  try {
    return { outcome: await execute(runner, taken) }
  } catch (error) {
    const failure = failureOf(error)
    const { code = '' } = failure
    if (!canRetry(job, { code, isFinal: isFinal(error) })) return { failure }
    const about = { err: error, job: job.kind, instance: job.instance_id }
    runner.platform.log.warn(about, 'trying again')
    await later(runner, taken, error)
    return undefined
  }
}

async function execute(runner: Runner, { job, key: ours, lease }: Taken): Promise<Outcome> {
  const { platform, executors, publicUrl } = runner
  const executor = executors[job.kind]
  if (!executor) throw new FinalFailure({ message: `nothing here carries out "${job.kind}"` })
  const { instance_id, token, payload, attempts: attempt } = job
  const instanceId = instance_id ?? ''
  const node = String(payload.node ?? '')
  const ctx = readContext(platform, { user: SYSTEM, requestId: newId(), log: platform.log })
  const key = instance_id === null ? `job:${job.id}` : `${instanceId}:${token}`
  const work = {
    ...{ instanceId, token, node, key, attempt, payload },
    lease: { job: job.id, key: ours },
  }
  // Cancelled before another node may begin it.
  return executor(work, {
    ctx,
    write: (act) => inTransaction(runner, act),
    publicUrl,
    signal: AbortSignal.timeout(lease * 900),
  })
}

/** A result that the process cannot take is a failure of the step, not of the server. */
async function answer(runner: Runner, taken: Taken, outcome: Outcome): Promise<void> {
  const { token, instance_id: instance } = taken.job
  if (instance === null) return end(runner, taken)
  if (outcome.type === 'later') return putOff(runner, taken, outcome)
  try {
    await holding(runner, taken, async (ctx, instance) => {
      if (outcome.type === 'done') await endPoint(ctx, instance, token, 'restored')
      const about = outcome.type === 'done' ? outcome.about : undefined
      await moveInstance(ctx, instance, await toEvent(ctx, taken.job, outcome), about)
    })
  } catch (error) {
    if (!isFinal(error)) throw error
    await fail(runner, taken, failureOf(error))
  }
}

/** Another job continues, because scripts record their calls per job. */
async function putOff(
  runner: Runner,
  taken: Taken,
  { milliseconds, payload }: Extract<Outcome, { type: 'later' }>,
): Promise<void> {
  await holding(runner, taken, async (ctx) => {
    const { instance_id, token, kind, max_attempts, payload: before } = taken.job
    const run_at = new Date(ctx.now().getTime() + milliseconds).toISOString()
    const next = { instance_id, token, kind, max_attempts, run_at }
    const { reached: _reached, traceparent: _trace, ...kept } = before
    await insertJobs(ctx.db, [{ ...next, payload: { ...kept, ...payload } }])
    ctx.nudge(PROCESS_TIMERS)
  })
}

export async function toEvent(ctx: Context, job: Leased, outcome: Outcome): Promise<Happening> {
  const { token } = job
  if (outcome.type !== 'done') return { type: 'suspended', token }
  return { type: 'done', token, result: await resultOf(ctx, job, outcome) }
}

function resultOf(
  ctx: Context,
  { kind, token, instance_id }: Leased,
  { result, left }: Extract<Outcome, { type: 'done' }>,
): unknown {
  const completion = left === undefined ? undefined : COMPLETIONS[kind]
  return completion ? completion(ctx, { instanceId: instance_id ?? '', token }, left) : result
}

const COMPLETIONS: Record<string, Completion> = { agent: completeTurn, document: keepDocument }

/** A job without an instance is only deleted, and its failure is reported. */
const end = (runner: Runner, { job, key }: Taken, failure?: Failure): Promise<void> =>
  inTransaction(runner, async (ctx) => {
    const isOurs = await takeJob(ctx.db, job.id, key)
    if (!isOurs || !failure) return
    const { module, code, item } = job.payload as { module: string; code: string; item: object }
    await tellFailure(ctx, { module, script: `handlers/${code}`, failure, more: { item } })
  })

async function fail(runner: Runner, taken: Taken, failure: Failure): Promise<void> {
  const { token, instance_id: instance } = taken.job
  if (instance === null) return end(runner, taken, failure)
  await holding(runner, taken, async (ctx, instance) => {
    await endPoint(ctx, instance, token, 'failed')
    await moveInstance(ctx, instance, { type: 'failed', token, failure }, { failure })
  })
}

export const endPoint = (
  ctx: Context,
  { id }: Instance,
  token: number,
  state: 'restored' | 'failed',
): Promise<unknown> =>
  endCallbacks(ctx.db, id, [{ token, state }], { at: ctx.now(), by: ctx.user.id })

const messageOf = (error: unknown): string => toStorable(messageFor(error).slice(0, 2000))
