import type { Modification } from './modify.ts'
import type { Values } from './state.ts'

/** Why a step failed. The code is what error events catch; without one only catch-all events do. */
export type Failure = {
  message: string
  code?: string
  /** For the event that catches it. */
  values?: Values
}

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

/**
 * Starts the instance: at the plain start event, or at the one that was triggered. `part` is the trigger of
 * a start event that needs several: the instance waits for the others.
 */
type StartEvent = { type: 'start'; node?: string; part?: number; values?: Values }

/**
 * A person completed a task. `exit` is the id of the flow; for the people of a sheet it is `approved`,
 * `rejected` or `done`. It may be omitted when there is only one.
 */
type SubmittedEvent = {
  type: 'submitted'
  token: number
  exit?: string
  values?: Values
  actor?: string
  comment?: string
}

/** Something a token waits for. */
type TokenEvent =
  | { type: 'due'; token: number }
  /** The answer to an operation, a job or a restore point. */
  | { type: 'done'; token: number; result?: unknown }
  /** It failed; for a task: there is nobody to do it. */
  | { type: 'failed'; token: number; failure: Failure }
  /** The job was accepted; its answer comes later as `done` or `failed`. */
  | { type: 'suspended'; token: number }
  /** The item has the awaited status. */
  | { type: 'status'; token: number }
  /** Somebody chose an activity of an ad-hoc sub-process, or said that enough is done there. */
  | { type: 'activate'; token: number; node: string; values?: Values }
  | { type: 'complete'; token: number }

type ChildEvent =
  | { type: 'child.ended'; token: number; values?: Values }
  | { type: 'child.failed'; token: number; failure: Failure }
  | { type: 'child.escalated'; token: number; code: string; values?: Values }

type MessageEvent =
  /** For one receiver: the given token, or the first that waits for it. */
  | { type: 'message'; name: string; token?: number; values?: Values }
  /** For all tokens that wait for it. */
  | { type: 'signal'; name: string; values?: Values }

type InstanceEvent =
  | { type: 'interrupt'; reason?: string; actor?: string }
  /** Somebody corrected variables. */
  | { type: 'change'; values: Values; actor?: string }
  /** Somebody moves, adds or cancels tokens: all of it or nothing. */
  | { type: 'modify'; changes: readonly Modification[] }
  /** Continues after the budget of one step ran out. */
  | { type: 'continue' }

/** Repairs by an operator. */
type RepairEvent =
  /** Retries what failed; requests keep their number, so an external program can recognise the repetition. */
  | { type: 'retry'; token: number }
  /** Cancels the step and enters it again, also when nothing failed. */
  | { type: 'restart'; token: number }
  /** Continues as if the step were done, along the given flow or the usual ones. */
  | { type: 'skip'; token: number; flow?: string }
