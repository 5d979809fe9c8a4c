/** Values by name: what conditions, mappings and scripts read and write. Plain JSON. */
export type Values = Record<string, unknown>

/** What a token waits for. One without a wait is about to enter its element. */
export type Wait =
  /** A person, or the answers of several. */
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
  /** The host, outside of it, or somebody outside who was handed the job. */
  | 'job'
  | 'callback'
  /** A called process. */
  | 'child'
  /** Other tokens: those of a gateway, of a sub-process, the runs of a loop. */
  | 'join'
  | 'inside'
  | 'runs'
  /** The first of several events. */
  | 'events'
  /** An error or escalation of what it watches. */
  | 'handler'
  /** An operator. */
  | 'repair'

/** How far a loop is; kept by the token that stands for all of its runs. */
export type Loop = {
  /** Runs begun so far, and those that came to their end. */
  begun: number
  done: number
  /** How many there will be; a standard loop does not know. */
  total?: number
  /** What is left of a list that is gone through one by one. */
  rest?: unknown[]
  /** The exit taken last by somebody who did the task. */
  exit?: string
}

/** The people of an approval sheet or a list of informed users, and what they answered. */
export type Sheet = {
  total: number
  approved: number
  rejected: number
  /** One by one: those who were not asked yet. */
  rest?: string[]
}

export type Incident = { kind: IncidentKind; message: string }

export type IncidentKind =
  /** A step failed. */
  | 'job'
  /** Nobody is there to be asked. */
  | 'no-people'
  /** A condition or mapping could not be worked out. */
  | 'expression'
  /** No condition holds and there is no default flow. */
  | 'no-way'
  /** Every token waits for another one. */
  | 'stuck'
  /** The model goes round without ever waiting. */
  | 'endless'

/** One visit of one element. Its number is never given again: a late answer finds nobody. */
export type Token = {
  node: string
  /** The token whose element it runs inside of; 0 is the process itself. */
  scope: number
  waits?: Wait
  /** The flow it came by: joins count by it. */
  via?: string
  /** Set on events on borders, of event sub-processes and behind gateways: whom they watch. */
  watches?: number
  /** Set on one run of a loop: which one, from 0. */
  run?: number
  loop?: Loop
  sheet?: Sheet
  /** Set on one of the people of a sheet: who. */
  respondent?: string
  /** Values that only this token and what runs inside of it see. */
  locals?: Values
  /** Values behind links, as the host answered them. */
  read?: Values
  /** It enters an element that it has entered before. */
  isAgain?: true
  /** Its work is done, it only has to find its way on. */
  isDone?: true
  /** The exit chosen before the last piece of work is done. */
  exit?: string
  /** Of a repeating timer: when it is due, and how often again after that (-1: for ever). */
  due?: string
  repeats?: number
  /** Of a message that is waited for: what it must carry to be meant for this token. */
  correlation?: string
  /** Of a condition that is waited for: whether it held when it was last looked at. */
  hasHeld?: true
  incident?: Incident
}

/** How an instance ended. */
export type End = { kind: 'done' | 'interrupted' | 'error'; code?: string; message?: string }

/** Where a process stands: small, plain JSON, without the variables. */
export type Control = {
  /** The number of the next token. */
  next: number
  /** By number. Integer keys keep their order through JSON, so the order is part of the state. */
  tokens: Record<number, Token>
  /** Tokens about to enter their element, first come first served; some only if the budget ran out. */
  ready: number[]
  /** Elements entered since something last came from outside. */
  spent: number
  end?: End
}

export type State = { control: Control; variables: Values }

/** An instance before its start event. */
export const newState = (variables: Values = {}): State => ({
  control: { next: 1, tokens: {}, ready: [], spent: 0 },
  variables,
})

/** The states of an instance as the API names them. */
export type Status = 'exec' | 'wait' | 'error' | 'done' | 'cancel'

const OURS = new Set<Wait>(['job', 'operation', 'reading'])

/** `exec` while the server itself has something to do, `wait` when every branch waits for the outside. */
export function statusOf({ end, tokens, ready }: Control): Status {
  if (end) return end.kind === 'interrupted' ? 'cancel' : end.kind
  const all = Object.values(tokens)
  if (all.some(({ incident }) => incident !== undefined)) return 'error'
  const isBusy = ready.length > 0 || all.some(({ waits }) => waits !== undefined && OURS.has(waits))
  return isBusy ? 'exec' : 'wait'
}
