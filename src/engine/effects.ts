import type { End, Incident, Values } from './state.ts'

/** Who is to do something. `id` was found in a variable: a user, a group, a place of the org chart. */
export type Performer = {
  kind: 'id' | 'user' | 'group' | 'position' | 'department' | 'role'
  value: string
}

/** An item: the path that names it (a variable, or a field behind one), and the value found there. */
export type Target = { path: string; value: unknown }

/**
 * What the host is to do, in this order and in the transaction that saves the state. Each names the
 * token it is for; answers come back as events with that number.
 */
export type Effect =
  | HistoryEffect
  | TaskEffect
  | WorkEffect
  | TimerEffect
  | SubscriptionEffect
  | ChildEffect
  | SheetEffect
  | SignatureEffect
  | InstanceEffect

/** What is written down: every element entered and left, every flow taken. */
type HistoryEffect =
  /** `run` tells the runs of a loop apart. */
  | { type: 'entered'; token: number; node: string; run?: number }
  | { type: 'left'; token: number; node: string; run?: number }
  /** It was under way and is not any more. */
  | { type: 'cancelled'; token: number; node: string; run?: number }
  | { type: 'taken'; token: number; flow: string }
  /** It stands on this element of another version now; its task keeps its id and takes new exits. */
  | { type: 'moved'; token: number; node: string; to: string }

type TaskEffect =
  | {
      type: 'task.create'
      token: number
      node: string
      kind: 'user' | 'approval' | 'inform' | 'sign' | 'registration'
      performers: Performer[]
      /** Who helps. */
      participants?: Performer[]
      due: string | null
      /** The member of a list this task is about, and the like. */
      locals?: Values
    }
  /** Done by `actor` through `exit`. */
  | { type: 'task.close'; token: number; exit: string | null; actor?: string; comment?: string }
  | { type: 'task.cancel'; token: number }

/** A request the host carries out at once, in the same transaction, and answers with `done` or `failed`. */
export type Operation =
  /** Values behind links and of the workspace: the result has one value per path. */
  | { kind: 'read'; paths: string[] }
  /** Ids of the users behind performers: the result is a list of them. */
  | { kind: 'people'; performers: Performer[] }
  /** The result is the reference to the new item. */
  | { kind: 'item.create'; app: string; values: Values }
  | { kind: 'item.update'; target: Target; values: Values }
  | { kind: 'item.status'; target: Target; status: string }
  /** The result is the number. */
  | { kind: 'register'; target: Target; folder: string }

/** A request carried out after the transaction, with retries, and answered by an event. */
export type Job =
  /** The result is the changed variables. */
  | { kind: 'script'; script: string; context: Values }
  /** An action of a module; handed over, it is answered through a restore point. */
  | { kind: 'action'; module: string; action: string; input: Values }
  | { kind: 'mail'; settings: Record<string, string>; context: Values }
  | {
      kind: 'notification'
      receivers: Performer[]
      settings: Record<string, string>
      context: Values
    }
  /** The result is the reference to the file. */
  | { kind: 'document'; template: string; target: Target; context: Values }

type WorkEffect =
  | { type: 'operation'; token: number; node: string; operation: Operation }
  | { type: 'job'; token: number; node: string; job: Job }
  /** The job or its restore point is not wanted any more. */
  | { type: 'job.cancel'; token: number }

type TimerEffect =
  /** Feed `due` at this time; a time gone by means now. */
  | { type: 'timer.arm'; token: number; node: string; due: string }
  | { type: 'timer.cancel'; token: number }

type SubscriptionEffect =
  | { type: 'subscribe'; token: number; node: string; subscription: Subscription }
  /** Also after the event came, unless the token goes on listening. */
  | { type: 'unsubscribe'; token: number }
  /** For a receiver that does not wait in this instance: that one would have it already. */
  | {
      type: 'message'
      token: number
      node: string
      name: string
      correlation: string | null
      values: Values
    }
  /** For other instances: who waits in this one has it already. */
  | { type: 'signal'; token: number; node: string; name: string; values: Values }

export type Subscription =
  | { kind: 'message'; name: string; correlation: string | null }
  | { kind: 'signal'; name: string }
  /** Feed `status` when the item has it, at once if it has it already. */
  | { kind: 'status'; target: Target; status: string }

type ChildEffect =
  /** `isWaiting`: the end of the child comes back as an event. */
  | {
      type: 'child.start'
      token: number
      node: string
      process: string
      values: Values
      isWaiting: boolean
    }
  | { type: 'child.cancel'; token: number }
  /** For the process that called this one, if any. */
  | { type: 'escalation'; token: number; code: string; values: Values }

/** The approval sheet or list of informed users of an item. */
type SheetEffect =
  | {
      type: 'sheet.open'
      token: number
      node: string
      kind: 'approval' | 'inform'
      target: Target
      respondents: string[]
    }
  | {
      type: 'sheet.answer'
      token: number
      sheet: number
      respondent: string
      answer: 'approved' | 'rejected' | 'done'
      actor?: string
      comment?: string
    }
  /** Nobody is asked any more: those who did not answer are withdrawn. The sheet itself stays open. */
  | { type: 'sheet.withdraw'; token: number }
  | { type: 'sheet.close'; token: number; node: string; target: Target; isApproved: boolean }

type SignatureEffect = {
  type: 'signature'
  token: number
  node: string
  target: Target
  actor?: string
}

type InstanceEffect =
  | { type: 'incident.raise'; token: number; node: string; incident: Incident }
  | { type: 'incident.clear'; token: number }
  /** The budget of one step ran out: feed `continue` in a transaction of its own. */
  | { type: 'continue' }
  | { type: 'ended'; end: End; values: Values }
