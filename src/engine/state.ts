/** Values by name, which conditions, mappings and scripts read and write. Plain JSON. */
export type Values = Record<string, unknown>

/** What a token waits for. One without a wait is about to enter its element. */
export type Wait =
  /** One person, or several. */
  | 'task'
  | 'people'
  /** An event. */
  | 'timer'
  | 'message'
  | 'signal'
  | 'status'
  | 'condition'
  /** The host, inside the same transaction: values behind links, or an operation. */
  | 'reading'
  | 'operation'
  /** The host, after the transaction, or an external program. */
  | 'job'
  | 'callback'
  /** A called process. */
  | 'child'
  /** Other tokens: those of a gateway, of a sub-process, the runs of a loop. */
  | 'join'
  | 'inside'
  | 'runs'
  /** The first of several events, or all of them. */
  | 'events'
  /** The undoing of what was done. */
  | 'compensation'
  /** Somebody who chooses what is done next in an ad-hoc sub-process. */
  | 'selection'
  /** Of an agent: what it has begun, or the person it has asked. */
  | 'activity'
  /** An error or escalation of what it watches. */
  | 'handler'
  /** An operator. */
  | 'repair'

/** The progress of a loop, on the token of the loop itself. */
export type Loop = {
  /** Runs started, and runs completed. */
  begun: number
  done: number
  /** The number of runs; unknown in a standard loop. */
  total?: number
  /** The members of a sequential loop. */
  members?: unknown[]
  /** Of many runs: where `kept` has the value of the first one, the others follow. */
  from?: number
  /** What the completed runs left for the output list, by run, in pages. */
  results?: Record<number, Record<number, unknown>>
  /** For how many completed runs the events of the loop were thrown; whether an exit stops it. */
  told?: number
  isStopped?: true
  /** The exit taken last. */
  exit?: string
}

/** The people of an approval or acknowledgement sheet, and their answers. */
export type Sheet = {
  total: number
  approved: number
  rejected: number
  /** Sequential: those not asked yet. */
  rest?: string[]
}

export type Incident = { kind: IncidentKind; message: string }

export type IncidentKind =
  /** Something outside failed: a service, a script, a mail. */
  | 'job'
  /** Something inside could not be done with the values there are, and nothing of it was. */
  | 'operation'
  /** There is nobody to ask. */
  | 'no-people'
  /** A condition or mapping could not be evaluated. */
  | 'expression'
  /** No condition holds and there is no default flow. */
  | 'no-way'
  /** Every token waits for another one. */
  | 'stuck'
  /** The model loops without ever waiting, or goes round too often. */
  | 'endless'

/** What an agent has to know before it goes on: its activity is over, or a person has permitted something. */
export type AgentNotice = { hasEnded: true } | { isAllowed: boolean; comment: string }

/** One visit of one element. Its number is never reused, so a late answer finds no token. */
export type Token = {
  node: string
  /** The token it runs inside; 0 is the process itself. */
  scope: number
  waits?: Wait
  /** The flow it arrived by; joins count by it. */
  via?: string
  /** The token it watches: set on boundary events, event sub-processes and events after an event gateway. */
  watches?: number
  /** Of an event with several triggers: the one this token waits for. It watches the token of the event. */
  part?: number
  /** The activities that it still has to undo, the last one first, and the token that undoes one now. */
  undo?: Done[]
  undoing?: number
  /** A sub-process that was completed, open again to be undone; or what undoes without being waited for. */
  isPast?: true
  /** It undoes an activity. */
  isUndoing?: true
  /** A transaction that was cancelled. */
  isCancelled?: true
  /** An ad-hoc sub-process that has begun; one that takes no more activities. */
  isOpen?: true
  isClosing?: true
  /** Of one whose activities are done one after another: the tasks of people that come later. */
  later?: string[]
  /** A complex gateway that has gone on: the flows whose tokens it has had. */
  had?: string[]
  /** It chooses the activities of the ad-hoc sub-process around it; what it was told since it last thought. */
  isAgent?: true
  told?: AgentNotice
  /** Of a token inside that of an agent: what a person is asked to permit. */
  asks?: { name: string; text: string }
  /** The number of a run of a loop, from 0. */
  run?: number
  loop?: Loop
  sheet?: Sheet
  /** The person, on a token of a sheet. */
  respondent?: string
  /** Values visible only to this token and everything inside it. */
  locals?: Values
  /** Values behind links, as read by the host. */
  read?: Values
  /** It enters its element again. */
  isAgain?: true
  /** Its work is done, only the outgoing flow is to be chosen. */
  isDone?: true
  /** The exit chosen before the rest of the work is done. */
  exit?: string
  /** Of a repeating timer: when it is due, and how often it repeats after that (-1: forever). */
  due?: string
  repeats?: number
  /** Of a message event: the correlation the message must have. */
  correlation?: string
  /** Of a condition event: the last result of the condition. */
  hasHeld?: true
  incident?: Incident
}

/** A completed activity that can be undone, in the scope it ran in. */
export type Done = {
  node: string
  scope: number
  /** Its local values when it was completed. */
  locals?: Values
  /** What was completed inside it. */
  inner?: Done[]
}

/** How an instance ended. */
export type End = { kind: 'done' | 'interrupted' | 'error'; code?: string; message?: string }

/** The state of an instance without its variables: small, plain JSON. */
export type Control = {
  /** The number of the next token. */
  next: number
  /** By number. Integer keys keep their order through JSON, so the order is part of the state. */
  tokens: Record<number, Token>
  /** Instead of `tokens` when there are many: by number / 128. Use `tokensIn` to read both. */
  pages?: Record<number, Record<number, Token>>
  /**
   * One value for each run of loops with many: its member until a sequential loop gets there, then what it has
   * left for the output list. In pages as tokens are.
   */
  kept?: Record<number, Record<number, unknown>>
  /** Completed activities that can be undone, in order of completion. */
  done?: Done[]
  /** Tokens about to enter their element, in order; empty unless the budget ran out. */
  ready: number[]
  /** Elements entered since the last event from outside. */
  spent: number
  /** How often the instance has come round since then, on any of its cycles. */
  rounds?: Rounds
  end?: End
}

export type Rounds = { since: string; count: number }

export type State = { control: Control; variables: Values }

/** An instance before its start event. */
export const newState = (variables: Values = {}): State => ({
  control: { next: 1, tokens: {}, ready: [], spent: 0 },
  variables,
})

/** The states of an instance as the API names them. */
export type Status = 'exec' | 'wait' | 'error' | 'done' | 'cancel'
