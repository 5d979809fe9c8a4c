import { EventEmitter } from 'node:events'
import {
  Logger,
  type LogLevel,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { newId } from '../../lib/ids.ts'
import { isStorable, toStorable } from '../../lib/storable.ts'
import { type Caller, SYSTEM } from '../caller.ts'
import { type Context, type Platform, read, write } from '../context.ts'
import type { Db } from '../db/db.ts'
import { withOwnConnection } from '../db/own-connection.ts'
import type { Log } from '../log.ts'
import { tracedFrom } from '../telemetry/span.ts'
import { WorkerLease } from './lease.ts'
import { connectJobPool } from './pool.ts'

/** The environment of a job: it runs as many transactions as it needs, one after another. */
export type Job = {
  /** Reads outside of a transaction. */
  read<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  write<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /** Work outside a transaction, on a connection of its own. */
  withOwnConnection<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A plain connection, for COPY: the caller closes it. */
  connect(): Promise<pg.Client>
  /** The same job on behalf of a user. */
  by(user: string): Job
  /** The number of this attempt, from 1. */
  attempt: number
  now: () => Date
  log: Log
}

/** May run twice for one job, so it must be idempotent. */
export type JobHandler = (job: Job, payload: unknown) => Promise<void>

export type Jobs = {
  handlers: Record<string, JobHandler>
  /** Recurring jobs, as `minute hour day month weekday`. */
  schedule: Record<string, string>
}

const POLL = 5_000

export type Runner = { stop(): Promise<void> }

/** Processes the queue until stopped; running jobs are finished first. */
export async function startJobs(
  platform: Platform,
  { jobs, workers, lease: seconds }: { jobs: Jobs; workers: number; lease: number },
): Promise<Runner> {
  const pool = connectJobPool(platform.connection, workers + 2)
  const events: WorkerEvents = new EventEmitter()
  let lease: WorkerLease | undefined
  events.once('pool:create', ({ workerPool }) => {
    lease = new WorkerLease(platform, workerPool.id, seconds)
    lease.start()
  })
  const runner = await run({
    pgPool: pool,
    concurrency: workers,
    // New jobs are announced by NOTIFY; only delayed ones wait for the next poll.
    pollInterval: POLL,
    noHandleSignals: true,
    events,
    logger: workerLogger(platform.log),
    taskList: taskList(platform, jobs.handlers),
    parsedCronItems: parseCronItems(
      Object.entries(jobs.schedule).map(([task, match]) => ({ task, match })),
    ),
  })
  runner.promise.catch((err: unknown) =>
    platform.log.error({ err }, 'the jobs of this node stopped'),
  )
  return {
    stop: async () => {
      try {
        await runner.stop()
        await lease?.stop()
      } finally {
        await pool.end()
      }
    },
  }
}

function taskList(platform: Platform, handlers: Record<string, JobHandler>): TaskList {
  const tasks = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (
      given: unknown,
      { job: { id, attempts } }: { job: { id: string; attempts: number } },
    ) => {
      const log = platform.log.child({ job: name, jobId: id })
      const job = { ...jobOn(platform, log), attempt: attempts }
      const { traceparent, ...payload } = (given ?? {}) as Record<string, unknown>
      const about = { name: `job ${name}`, kind: 'consumer' } as const
      await tracedFrom(traceparent, about, () => handler(job, payload)).catch((error: unknown) => {
        throw inStorableWords(error)
      })
    },
  ])
  return Object.fromEntries(tasks)
}

/** The queue stores the message of an error; one that cannot be stored would stop all jobs. */
function inStorableWords(error: unknown): unknown {
  if (!(error instanceof Error) || isStorable(error.message)) return error
  return new Error(toStorable(error.message), { cause: error })
}

/** Also used by commands that run a job directly. */
export function jobOn(platform: Platform, log: Log, user = SYSTEM): Job {
  const origin = { user, requestId: newId(), log }
  return {
    read: (work) => read(platform, origin, work),
    write: (work) => write(platform, origin, work),
    withOwnConnection: (work) => withOwnConnection(platform.connections.for({}), work),
    connect: platform.connect,
    by: (id) => jobOn(platform, log, onBehalfOf(id)),
    attempt: 1,
    now: platform.now,
    log,
  }
}

/** Uses the rights of the user; they were checked when the job was started. */
const onBehalfOf = (id: string): Caller => ({
  ...SYSTEM,
  id,
  subjects: new Set([id]),
  isAdministrator: false,
})

const workerLogger = (log: Log) =>
  new Logger(() => (level: LogLevel, message: string) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
