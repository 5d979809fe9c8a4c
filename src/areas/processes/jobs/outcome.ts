import type { Failure } from '../../../engine/events.ts'
import { AppError } from '../../../lib/errors.ts'
import { toStorable } from '../../../lib/storable.ts'
import type { Context } from '../../../platform/context.ts'
import { messageFor } from '../../../platform/db/errors.ts'

/** One piece of work outside of any transaction. It may be done twice, then with the same key. */
export type Work = {
  instanceId: string
  token: number
  node: string
  /** The same for every attempt: whoever is called can tell a repetition by it. */
  key: string
  attempt: number
  payload: Record<string, unknown>
  /** The job, and the key by which it is ours; absent = a past is told, and nobody else does it. */
  lease?: { job: number; key: string }
}

/** What became of it: the result, or somebody outside will answer later, or it is looked at again. */
export type Outcome =
  | {
      type: 'done'
      result: unknown
      /**
       * For the completion of its kind: what is left to do in the transaction that takes the result. Data, so
       * that it can be kept while nothing may happen.
       */
      left?: unknown
      /** What is left cannot be done any more after this time: then everything is done again. */
      until?: string
      /** What the history says about it. */
      about?: Record<string, unknown>
    }
  | { type: 'suspended' }
  /** As a job of its own, with this in its payload. */
  | { type: 'later'; milliseconds: number; payload: Record<string, unknown> }

/** What a piece of work came to: an outcome, or the failure of its last attempt. */
export type Reached = { outcome: Outcome } | { failure: Failure }

/**
 * What a job is for was suspended after it was leased. What it has reached is kept: it is not done again.
 * `template` is the process that it would begin an instance of.
 */
export class Suspended extends Error {
  readonly reached: Reached | undefined
  readonly template: string | undefined

  constructor({ reached, template }: { reached?: Reached; template?: string } = {}) {
    super('suspended')
    this.reached = reached
    this.template = template
  }
}

export type Tools = {
  /** Reads as the system. */
  ctx: Context
  /** One transaction, for what has to be there before the result is. */
  write: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
  /** Where callers outside reach this server. */
  publicUrl: string
  signal: AbortSignal
}

/** Does one kind of work. What it throws is tried again, unless it says that this would be in vain. */
export type Executor = (work: Work, tools: Tools) => Promise<Outcome>

export type Executors = Record<string, Executor>

/** Does what an executor of its kind has left to do; its answer is the result. */
export type Completion = (
  ctx: Context,
  work: Pick<Work, 'instanceId' | 'token'>,
  left: unknown,
) => Promise<unknown>

/** It may be better the next time. The code is for error events, and for the policy of the step. */
export class TemporaryFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = toStorable(failure)
  }
}

/** Why a piece of work failed, with a code that error events can catch. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FinalFailure || error instanceof TemporaryFailure) return error.failure
  const message = toStorable(messageFor(error).slice(0, 2000))
  const code = codeOf(error)
  return { message: message || 'it failed', ...(code !== undefined && { code }) }
}

/** `timeout`, or the code that the error has: `invalid` of the server, `ECONNREFUSED` of the network. */
function codeOf(error: unknown): string | undefined {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return typeof code === 'string' ? code : undefined
}

/** Trying again would not help: the step has failed. */
export class FinalFailure extends AppError {
  readonly failure: Failure

  constructor(failure: Failure) {
    super('unprocessable', failure.message)
    this.failure = toStorable(failure)
  }
}
