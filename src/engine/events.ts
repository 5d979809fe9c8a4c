import type { Values } from './state.ts'

/** Why a step failed. The code is what error events catch; without one only catch-all events do. */
export type Failure = { message: string; code?: string }

/**
 * What can happen to an instance. `at` is the time it happened (RFC 3339): the engine has no clock.
 * An event for a token that is gone, or that waits for something else, is refused and changes nothing.
 */
export type EngineEvent = { at: string } & (
  | StartEvent
  | SubmittedEvent
  | TokenEvent
  | ChildEvent
  | MessageEvent
  | InstanceEvent
  | RepairEvent
)

/** The beginning: at the plain start event, or at the one that was triggered. */
type StartEvent = { type: 'start'; node?: string; values?: Values }

/**
 * A person did a task. `exit` is the id of the flow taken; for the people of a sheet `approved`,
 * `rejected` or `done`. It may be left away when there is only one.
 */
type SubmittedEvent = {
  type: 'submitted'
  token: number
  exit?: string
  values?: Values
  actor?: string
  comment?: string
}

/** Something a token waited for. */
type TokenEvent =
  | { type: 'due'; token: number }
  /** The answer to an operation, a job or a restore point. */
  | { type: 'done'; token: number; result?: unknown }
  /** It did not work out; of a task: nobody is there to do it. */
  | { type: 'failed'; token: number; failure: Failure }
  /** The job was handed over; its answer comes later as `done` or `failed`. */
  | { type: 'suspended'; token: number }
  /** The item has the status that was waited for. */
  | { type: 'status'; token: number }

type ChildEvent =
  | { type: 'child.ended'; token: number; values?: Values }
  | { type: 'child.failed'; token: number; failure: Failure }
  | { type: 'child.escalated'; token: number; code: string; values?: Values }

type MessageEvent =
  /** To one receiver: the named token, or the first that waits for it. */
  | { type: 'message'; name: string; token?: number; values?: Values }
  /** To all who wait for it. */
  | { type: 'signal'; name: string; values?: Values }

type InstanceEvent =
  | { type: 'interrupt'; reason?: string; actor?: string }
  /** Somebody corrected variables. */
  | { type: 'change'; values: Values; actor?: string }
  /** Goes on after the budget of one step ran out. */
  | { type: 'continue' }

/** What an operator does about a step. */
type RepairEvent =
  /** Tries again what failed; requests keep their number, so an outside program sees a repetition. */
  | { type: 'retry'; token: number }
  /** Takes the step back and enters it anew, also when nothing failed. */
  | { type: 'restart'; token: number }
  /** Goes on as if the step were done, along the given flow or the usual ones. */
  | { type: 'skip'; token: number; flow?: string }
