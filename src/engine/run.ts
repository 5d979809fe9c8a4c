import type { Effect } from './effects.ts'
import { ExpressionError } from './expressions/expression.ts'
import type { Node } from './model.ts'
import type { Program } from './program.ts'
import type { Control, End, IncidentKind, State, Token, Values, Wait } from './state.ts'

/**
 * A step in progress. Its input is never modified: tokens are replaced, variables are copied before the
 * first change.
 */
export type Run = {
  program: Program
  now: string
  next: number
  tokens: Map<number, Token>
  ready: number[]
  spent: number
  end?: End
  variables: Values
  changed: Set<string>
  effects: Effect[]
  /** The number of tokens in each scope, without watchers. */
  alive: Map<number, number>
  /** How many watchers each token has. */
  watched: Map<number, number>
}

export function begin(program: Program, { control, variables }: State, now: string): Run {
  const tokens = new Map<number, Token>()
  const { next, spent, end } = control
  const run: Run = {
    program,
    now,
    next,
    tokens,
    ready: [...control.ready],
    spent,
    variables,
    changed: new Set(),
    effects: [],
    alive: new Map(),
    watched: new Map(),
  }
  for (const [no, token] of Object.entries(control.tokens)) {
    tokens.set(Number(no), token)
    count(run, token, 1)
  }
  if (end) run.end = end
  return run
}

export function toState({ next, tokens, ready, spent, end, variables }: Run): State {
  const control: Control = { next, tokens: Object.fromEntries(tokens), ready, spent }
  if (end) control.end = end
  return { control, variables }
}

export const tokenOf = (run: Run, no: number): Token => run.tokens.get(no) as Token

export const nodeOf = (run: Run, no: number): Node => run.program.node(tokenOf(run, no).node)

export function emit(run: Run, effect: Effect): void {
  run.effects.push(effect)
}

/** Adds a token that does not enter an element. */
export function add(run: Run, token: Token): number {
  const no = run.next++
  run.tokens.set(no, token)
  count(run, token, 1)
  return no
}

/** Adds a token that enters its element when its turn comes. */
export function place(run: Run, token: Token): number {
  const no = add(run, token)
  run.ready.push(no)
  return no
}

export function update(run: Run, no: number, change: Partial<Token>): void {
  run.tokens.set(no, { ...tokenOf(run, no), ...change })
}

export const wait = (run: Run, no: number, waits: Wait): void => update(run, no, { waits })

export function remove(run: Run, no: number): void {
  const token = tokenOf(run, no)
  if (token.incident) emit(run, { type: 'incident.clear', token: no })
  run.tokens.delete(no)
  count(run, token, -1)
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
  const { locals, scope } = tokenOf(run, no)
  const outer = scope === 0 ? run.variables : contextOf(run, scope)
  return locals ? { ...outer, ...locals } : outer
}

/** A copy of `contextOf` for the host, which may read it later. */
export const snapshotOf = (run: Run, no: number): Values => ({ ...contextOf(run, no) })

export function setVariables(run: Run, values: Values): void {
  for (const name of Object.keys(values)) {
    if (run.changed.size === 0) run.variables = { ...run.variables }
    run.variables[name] = values[name] ?? null
    run.changed.add(name)
  }
}

/** Raises an incident: the token waits until an operator repairs it. */
export function raise(run: Run, no: number, kind: IncidentKind, message: string): void {
  const incident = { kind, message }
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
  run.ready.push(no)
}

/** Adds to the history, with the number of the run inside a loop. */
export function record(run: Run, type: 'entered' | 'left' | 'cancelled', no: number): void {
  const { node, run: nth, respondent } = tokenOf(run, no)
  if (respondent !== undefined) return
  emit(run, nth === undefined ? { type, token: no, node } : { type, token: no, node, run: nth })
}

function count({ alive, watched }: Run, { scope, watches }: Token, by: number): void {
  const [counts, of] = watches === undefined ? [alive, scope] : [watched, watches]
  counts.set(of, (counts.get(of) ?? 0) + by)
}
