import { type Calendar, USUAL } from '../lib/calendar.ts'
import type { Effect } from './effects.ts'
import { ExpressionError } from './expressions/expression.ts'
import { loopValues } from './loop-values.ts'
import type { Node, Trigger } from './model.ts'
import type { Program } from './program.ts'
import { RunValues } from './run-values.ts'
import type {
  Control,
  Done,
  End,
  IncidentKind,
  Rounds,
  State,
  Token,
  Values,
  Wait,
} from './state.ts'
import { Tokens } from './tokens.ts'

/**
 * A step in progress. Its input is never modified: tokens are replaced, variables are copied before the
 * first change.
 */
export type Run = {
  program: Program
  now: string
  /** Counts working time. */
  calendar: Calendar
  /** Rounds within an hour. */
  mostRounds: number
  next: number
  tokens: Tokens
  ready: Set<number>
  spent: number
  rounds?: Rounds
  end?: End
  variables: Values
  changed: Set<string>
  effects: Effect[]
  /** Completed activities that can be undone; replaced, never modified. */
  done: readonly Done[]
  kept: RunValues
  /** Runs of loops at once; unknown before the first loop. */
  claimed?: number
}

export function begin(
  program: Program,
  { control, variables }: State,
  now: string,
  calendar: Calendar = USUAL,
  mostRounds = Number.POSITIVE_INFINITY,
): Run {
  const { next, ready, spent, rounds, end, done = [] } = control
  return {
    program,
    now,
    calendar,
    mostRounds,
    next,
    tokens: new Tokens(control),
    ready: new Set(ready),
    spent,
    variables,
    changed: new Set(),
    effects: [],
    done,
    kept: new RunValues(control.kept),
    ...(rounds && { rounds }),
    ...(end && { end }),
  }
}

export function toState(run: Run): State {
  const { next, tokens, ready, spent, rounds, end, variables, done, kept } = run
  const control: Control = {
    next,
    ...tokens.toControl(),
    ...kept.toControl(),
    ready: [...ready],
    spent,
  }
  if (done.length > 0) control.done = [...done]
  if (rounds) control.rounds = rounds
  if (end) control.end = end
  return { control, variables }
}

export const tokenOf = (run: Run, no: number): Token => run.tokens.get(no) as Token

export const nodeOf = (run: Run, no: number): Node => run.program.node(tokenOf(run, no).node)

/** What an element or a watcher waits for; one trigger of several on a part. */
export function triggerOf(run: Run, no: number): Trigger | undefined {
  const { part } = tokenOf(run, no)
  const { trigger, triggers } = nodeOf(run, no)
  return part === undefined ? trigger : triggers?.[part]
}

export function emit(run: Run, effect: Effect): void {
  run.effects.push(effect)
}

/** Adds a token that does not enter an element. */
export function add(run: Run, token: Token): number {
  const no = run.next++
  run.tokens.set(no, token)
  return no
}

/** Adds a token that enters its element when its turn comes. */
export function place(run: Run, token: Token): number {
  const no = add(run, token)
  run.ready.add(no)
  return no
}

export function update(run: Run, no: number, change: Partial<Token>): void {
  run.tokens.set(no, { ...tokenOf(run, no), ...change })
}

export const wait = (run: Run, no: number, waits: Wait): void => update(run, no, { waits })

export function remove(run: Run, no: number): void {
  const token = tokenOf(run, no)
  if (token.incident) emit(run, { type: 'incident.clear', token: no })
  if (token.loop) {
    run.kept.forget(token.loop)
    release(run, runsOf(run, no))
  }
  run.tokens.delete(no)
}

/** The runs of a loop that are not done; a sequential loop has one at a time. */
export function runsOf(run: Run, body: number): number {
  const { total = 0, done = 0 } = tokenOf(run, body).loop ?? {}
  return nodeOf(run, body).loop?.kind === 'sequential' ? 1 : total - done
}

/** So many runs of loops are over: others may begin. */
export function release(run: Run, runs: number): void {
  if (run.claimed !== undefined) run.claimed -= runs
}

/** Merges the tokens that arrived at a join into the one that continues. */
export function absorb(run: Run, no: number, arrived: Map<string, number>): void {
  for (const other of arrived.values()) {
    if (other === no) continue
    record(run, 'left', other)
    remove(run, other)
  }
}

/** What conditions and mappings see: the variables and the local values of the scopes around the token. */
export function contextOf(run: Run, no: number): Values {
  const { locals, loop, scope } = tokenOf(run, no)
  const outer = scope === 0 ? run.variables : contextOf(run, scope)
  return locals || loop ? { ...outer, ...(loop && loopValues(loop)), ...locals } : outer
}

/** A copy of `contextOf` for the host, which may read it later. */
export const snapshotOf = (run: Run, no: number): Values => ({ ...contextOf(run, no) })

/** Sets variables: each in the nearest scope that has one of this name, else in the process. */
export function setVariables(run: Run, no: number, values: Values): void {
  for (const name of Object.keys(values)) {
    const value = values[name] ?? null
    const owner = ownerOf(run, no, name)
    if (owner !== 0) {
      update(run, owner, { locals: { ...tokenOf(run, owner).locals, [name]: value } })
      continue
    }
    if (run.changed.size === 0) run.variables = { ...run.variables }
    run.variables[name] = value
    run.changed.add(name)
  }
}

/** The token that has a local value of this name; 0 is the process. */
function ownerOf(run: Run, no: number, name: string): number {
  let at = no
  while (at !== 0) {
    const { locals, scope } = tokenOf(run, at)
    if (locals && Object.hasOwn(locals, name)) return at
    at = scope
  }
  return 0
}

const SUBSCRIBED = new Set<Wait | undefined>(['message', 'signal', 'status'])

/** The token no longer waits for what it has subscribed to. */
export function unsubscribe(run: Run, no: number): void {
  const { waits, ...token } = run.tokens.get(no) ?? {}
  if (!SUBSCRIBED.has(waits)) return
  run.tokens.set(no, token as Token)
  emit(run, { type: 'unsubscribe', token: no })
}

/** Raises an incident: the token waits until an operator repairs it, and for nothing else. */
export function raise(run: Run, no: number, kind: IncidentKind, message: string): void {
  const incident = { kind, message }
  unsubscribe(run, no)
  run.ready.delete(no)
  update(run, no, { waits: 'repair', incident })
  emit(run, { type: 'incident.raise', token: no, node: tokenOf(run, no).node, incident })
}

/** An error in a diagram stops its own token, not the server. */
export function attempt<T>(run: Run, no: number, act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    raise(run, no, 'expression', error.message)
    return undefined
  }
}

/** Lets a token enter its element again. */
export function enterAgain(run: Run, no: number, { waits: _, ...token }: Token): void {
  run.tokens.set(no, { ...token, isAgain: true })
  run.ready.add(no)
}

/** Adds to the history, with the number of the run inside a loop. */
export function record(run: Run, type: 'entered' | 'left' | 'cancelled', no: number): void {
  const { node, run: nth, respondent, isPast, isAgent } = tokenOf(run, no)
  if (respondent !== undefined || isPast || isAgent) return
  emit(run, nth === undefined ? { type, token: no, node } : { type, token: no, node, run: nth })
}
