import type { Failure } from '../../../engine/events.ts'
import { AppError } from '../../../lib/errors.ts'
import { toStorable } from '../../../lib/storable.ts'
import type { Context } from '../../../platform/context.ts'
import { messageFor } from '../../../platform/db/errors.ts'

/** One piece of work outside a transaction. It may be done twice, then with the same key. */
export type Work = {
  instanceId: string
  token: number
  node: string
  /** The same for every attempt, so that the called program can detect a repetition. */
  key: string
  attempt: number
  payload: Record<string, unknown>
  /** The job and the key of its lease; absent = simulated history, which nobody else works on. */
  lease?: { job: number; key: string }
}

/** The result; or an external program will answer later; or it is checked again later. */
export type Outcome =
  | {
      type: 'done'
      result: unknown
      /**
       * Data for the `Completion` of its kind, which runs in the transaction that takes the result. Plain data, so
       * that it can be stored while the instance is suspended.
       */
      left?: unknown
      /** After this time the data is useless, and the work is repeated. */
      until?: string
      /** Added to the history. */
      about?: Record<string, unknown>
    }
  | { type: 'suspended' }
  /** Continued by another job with this payload. */
  | { type: 'later'; milliseconds: number; payload: Record<string, unknown> }

/** What the work ended with: an outcome, or the failure of its last attempt. */
export type WorkResult = { outcome: Outcome } | { failure: Failure }

/**
 * The instance or process of a leased job was suspended. Its result is stored and not computed again. `template`
 * is the process that the job would start.
 */
export class Suspended extends Error {
  readonly reached: WorkResult | undefined
  readonly template: string | undefined

  constructor({ reached, template }: { reached?: WorkResult; template?: string } = {}) {
    super('suspended')
    this.reached = reached
    this.template = template
  }
}

export type Tools = {
  /** Reads as the system. */
  ctx: Context
  /** Runs a transaction, for data that must exist before the result. */
  write: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
  /** The public address of this server. */
  publicUrl: string
  signal: AbortSignal
}

/** Does one kind of work. Errors are retried, unless they are final. */
export type Executor = (work: Work, tools: Tools) => Promise<Outcome>

export type Executors = Record<string, Executor>

/** Finishes the work of an executor in the transaction; returns the result. */
export type Completion = (
  ctx: Context,
  work: Pick<Work, 'instanceId' | 'token'>,
  left: unknown,
) => Promise<unknown>

/** A retry may succeed. The code is for error events and for the retry policy of the step. */
export class TemporaryFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = toStorable(failure)
  }
}

/** Why the work failed, with a code that error events can catch. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FinalFailure || error instanceof TemporaryFailure) return error.failure
  const message = toStorable(messageFor(error).slice(0, 2000))
  const code = codeOf(error)
  return { message: message || 'it failed', ...(code !== undefined && { code }) }
}

/** `timeout`, or the code of the error: `invalid` of the server, `ECONNREFUSED` of the network. */
function codeOf(error: unknown): string | undefined {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return typeof code === 'string' ? code : undefined
}

/** A retry would not help: the step has failed. */
export class FinalFailure extends AppError {
  readonly failure: Failure

  constructor(failure: Failure) {
    super('unprocessable', failure.message)
    this.failure = toStorable(failure)
  }
}
