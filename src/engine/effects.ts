import type { AgentNotice, End, Incident, Values } from './state.ts'

/** Who does something. `id` comes from a variable: a user, a group, a position of the org chart. */
export type Performer = {
  kind: 'id' | 'user' | 'group' | 'position' | 'department' | 'role'
  value: string
}

/** One that the text of performers names; an empty variable names none. */
export type Named = { text: string; performer: Performer | null }

/** The ids of the users behind one that is named. */
export type NamedUsers = { text: string; people: string[] }

/** An item: the path that names it (a variable, or a field behind one), and the value found there. */
export type Target = { path: string; value: unknown }

/**
 * What the host must do, in this order and in the transaction that saves the state. Each effect names its
 * token; answers come back as events with that number.
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

/** The history: every element entered and left, every flow taken. */
type HistoryEffect =
  /** `run` is the number of the run in a loop. */
  | { type: 'entered'; token: number; node: string; run?: number }
  | { type: 'left'; token: number; node: string; run?: number }
  /** It was cancelled while running. */
  | { type: 'cancelled'; token: number; node: string; run?: number }
  | { type: 'taken'; token: number; flow: string }
  /** It has moved to this element of another version; its task keeps its id and gets new exits. */
  | { type: 'moved'; token: number; node: string; to: string }

type TaskEffect =
  | {
      type: 'task.create'
      token: number
      node: string
      kind: 'user' | 'approval' | 'inform' | 'sign' | 'registration' | 'permission'
      performers: Performer[]
      /** Helpers. */
      participants?: Performer[]
      due: string | null
      /** What `due` was counted from, if that is working time: performers may have calendars of their own. */
      working?: string
      /** Values local to this task, such as the current member of a loop. */
      locals?: Values
      /** What it is called and says, if that is not in the diagram. */
      about?: { name: string; text: string }
    }
  /** Done by `actor` through `exit`. */
  | { type: 'task.close'; token: number; exit: string | null; actor?: string; comment?: string }
  | { type: 'task.cancel'; token: number }

/** A request the host carries out at once, in the same transaction, and answers with `done` or `failed`. */
export type Operation =
  /** Reads values behind links and workspace parameters: the result has one value per path. */
  | { kind: 'read'; paths: string[] }
  /** Resolves performers: the result is `Found[][]`, what each choice names and who is behind it. */
  | { kind: 'people'; choices: Named[][] }
  /** The result is the reference to the new item. */
  | { kind: 'item.create'; app: string; values: Values }
  | { kind: 'item.update'; target: Target; values: Values }
  | { kind: 'item.status'; target: Target; status: string }
  /** The result is the number. */
  | { kind: 'register'; target: Target; folder: string }

/** A request carried out after the transaction, with retries, and answered by an event. */
export type Job =
  /**
   * The result is the changed variables. `called` is the function of the script to call, and `answer` the
   * variable that takes what it returns.
   */
  | { kind: 'script'; script: string; context: Values; called?: string; answer?: string }
  /** An action of a module; an asynchronous one is answered through a restore point. */
  | { kind: 'action'; module: string; action: string; input: Values }
  /** A decision of a solution. The result is a `Decided`. */
  | { kind: 'decision'; decision: string; input: Values }
  | { kind: 'mail'; settings: Record<string, string>; context: Values }
  | {
      kind: 'notification'
      receivers: Performer[]
      settings: Record<string, string>
      context: Values
    }
  /** A program that pulls the topic does it; the result is the changed variables. */
  | { kind: 'worker'; topic: string; input: Values }
  /**
   * An agent asks its model, or does one thing that the model has asked for. The result is an `AgentTurn`.
   * `isAgain`: it begins, or somebody lets it go on after it failed.
   */
  | { kind: 'agent'; context: Values; told: AgentNotice | null; isAgain: boolean }
  /** The result is the reference to the file. */
  | { kind: 'document'; template: string; target: Target; context: Values }

type WorkEffect =
  | { type: 'operation'; token: number; node: string; operation: Operation }
  | { type: 'job'; token: number; node: string; job: Job }
  /** The job or its restore point is no longer needed. */
  | { type: 'job.cancel'; token: number }

type TimerEffect =
  /** Send `due` at this time; a time in the past means now. */
  | { type: 'timer.arm'; token: number; node: string; due: string }
  | { type: 'timer.cancel'; token: number }

type SubscriptionEffect =
  | { type: 'subscribe'; token: number; node: string; subscription: Subscription }
  /** Also after the event has arrived, unless the token keeps listening. */
  | { type: 'unsubscribe'; token: number }
  /** For a receiver in another instance: one in this instance has received it already. */
  | {
      type: 'message'
      token: number
      node: string
      name: string
      correlation: string | null
      values: Values
      /** Until when it waits for its receiver; null = as usual. */
      expires: string | null
    }
  /** For other instances: the receivers in this one have it already. */
  | { type: 'signal'; token: number; node: string; name: string; values: Values }

export type Subscription =
  | { kind: 'message'; name: string; correlation: string | null }
  | { kind: 'signal'; name: string }
  /** Send `status` when the item has it, immediately if it already does. */
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

/** The approval sheet or acknowledgement sheet of an item. */
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
  /** Cancels the questions that are still open. The sheet itself stays open. */
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
  /** The budget of one step ran out: send `continue` in another transaction. */
  | { type: 'continue' }
  | { type: 'ended'; end: End; values: Values }
