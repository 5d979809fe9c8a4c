import { type Calendar, USUAL } from '../lib/calendar.ts'
import { waitingAt } from './arrivals.ts'
import { settleCompensation } from './compensation.ts'
import { settleConditions } from './conditions.ts'
import type { Effect } from './effects.ts'
import { elementFor } from './elements/registry.ts'
import type { EngineEvent } from './events.ts'
import { reportStuck, settleJoins } from './joins.ts'
import { goRound, leave } from './leave.ts'
import { beginLoop, runsIn } from './loop.ts'
import { throwForRuns } from './loop-events.ts'
import { evaluate, isReadable } from './mapping.ts'
import type { Node } from './model.ts'
import { toSource } from './path.ts'
import type { Program } from './program.ts'
import { isRound, MOST_ROUNDS, mayGoRound, ROUNDS_PER_RUN } from './rounds.ts'
import {
  attempt,
  begin,
  emit,
  type Run,
  raise,
  record,
  remove,
  tokenOf,
  toState,
  wait,
} from './run.ts'
import type { State, Token } from './state.ts'
import { take } from './take.ts'
import { MOST_TOKENS } from './tokens.ts'
import { arm, listen, renewCorrelations } from './watchers.ts'

export type Step = {
  state: State
  /** What the host must do, in this order. */
  effects: Effect[]
  /** The names of the variables that have changed. */
  changed: string[]
  /** Why the event was refused; then nothing has changed. */
  refused?: string
}

/** Elements entered per step; then the host commits before the rest is done. */
export const BUDGET = 1000

/** Elements entered without an event from outside: more means an endless loop. */
const ENDLESS = 100 * BUDGET
/** Elements, and tokens, that each run of a loop may add. */
const PER_RUN = 20

/**
 * The engine: applies an event to an instance. Pure: the same program, state and event give the same
 * result, the time comes with the event, and everything that needs the outside world is an effect. Working
 * time is counted by the calendar.
 */
export function step(
  program: Program,
  state: State,
  event: EngineEvent,
  calendar: Calendar = USUAL,
  mostRounds = MOST_ROUNDS,
): Step {
  const run = begin(program, state, event.at, calendar, mostRounds)
  const refused = take(run, event)
  if (refused !== undefined) return { state, effects: [], changed: [], refused }
  advance(run, event.type === 'continue')
  return { state: toState(run), effects: run.effects, changed: [...run.changed] }
}

/** Moves every token that can move, in order, then evaluates conditions and joins. */
export function advance(run: Run, isContinued = false): void {
  const most = budgetOf(run, isContinued)
  do {
    for (const no of run.ready) {
      if (run.spent >= most) {
        pause(run)
        return
      }
      run.ready.delete(no)
      run.spent++
      enter(run, no)
    }
  } while (!run.end && isMovedOn(run))
  renewCorrelations(run)
  reportStuck(run)
}

/** Whether something that depends on all tokens has moved one. */
const isMovedOn = (run: Run): boolean =>
  settleConditions(run) || settleCompensation(run) || settleJoins(run)

/** Up to the next multiple of the budget, which only `continue` goes beyond. */
function budgetOf({ spent }: Run, isContinued: boolean): number {
  const isReached = spent > 0 && spent % BUDGET === 0
  return isReached && !isContinued ? spent : (Math.floor(spent / BUDGET) + 1) * BUDGET
}

/** Leaves the rest to the next transaction, unless it would never end. */
function pause(run: Run): void {
  const more = PER_RUN * runsIn(run)
  const isSane = run.tokens.size < MOST_TOKENS + more && run.spent < ENDLESS + more
  if (isSane) {
    emit(run, { type: 'continue' })
    return
  }
  const stopped = [...run.ready]
  run.ready.clear()
  for (const each of stopped) raise(run, each, 'endless', ENDLESS_MESSAGE)
}

const ENDLESS_MESSAGE = 'the process loops without ever waiting'

function enter(run: Run, no: number): void {
  const token = tokenOf(run, no)
  if (token.isAgain) forget(run, no, token)
  else if (!token.isAgent) {
    record(run, 'entered', no)
    if (!hasQuantity(run, no)) return
    if (isRound(run, token) && !mayGoRound(run, mostRoundsOf(run))) {
      raise(run, no, 'endless', goesRound(mostRoundsOf(run)))
      return
    }
  }
  const { border } = run.program.facts(token.node)
  const isActivity = token.watches === undefined && token.run === undefined && !token.isAgent
  if (border.length > 0 && isActivity && !token.isAgain) arm(run, no, border)
  attempt(run, no, () => act(run, no, token))
}

const mostRoundsOf = (run: Run): number => run.mostRounds + ROUNDS_PER_RUN * runsIn(run)

const goesRound = (most: number) =>
  `the process went round more than ${most} times within an hour; a retry allows as many again`

const forget = (run: Run, no: number, { isAgain: _, ...token }: Token) => run.tokens.set(no, token)

/** An activity that begins with several tokens waits for them, and goes on with one. */
function hasQuantity(run: Run, no: number): boolean {
  const { node, scope, run: nth } = tokenOf(run, no)
  const { startQuantity = 1 } = run.program.node(node)
  if (startQuantity === 1 || nth !== undefined) return true
  const here = waitingAt(run, node, scope)
  if (here.length + 1 < startQuantity) {
    wait(run, no, 'join')
    return false
  }
  for (const each of here.slice(0, startQuantity - 1)) {
    record(run, 'left', each)
    remove(run, each)
  }
  return true
}

function act(run: Run, no: number, token: Token): void {
  const node = run.program.node(token.node)
  if (token.watches !== undefined) listen(run, no)
  else if (token.isDone) leave(run, no)
  else if (node.loop && isWhole(token) && !asksPeople(node)) enterLoop(run, no, node)
  else elementFor(node).enter(run, no, node)
}

/** Neither a run of a loop nor an agent inside its element. */
const isWhole = ({ run, isAgent }: Token): boolean => run === undefined && !isAgent

/** A loop that failed on its own condition continues where it was. */
function enterLoop(run: Run, no: number, node: Node): void {
  const { loop } = tokenOf(run, no)
  if (loop) {
    wait(run, no, 'runs')
    if (!throwForRuns(run, no)) return
  } else if (!isReadable(run, no, node)) return
  else beginLoop(run, no, node.loop?.over ? evaluate(run, no, toSource(node.loop.over)) : null)
  goRound(run, no, loop?.isStopped, loop !== undefined)
}

/** The loop of a sheet says how its people are asked; the step itself handles it. */
const asksPeople = ({ type }: Node): boolean =>
  type === 'approval_list_process' || type === 'inform_list_process'
