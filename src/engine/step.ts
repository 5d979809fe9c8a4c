import type { Effect } from './effects.ts'
import { elementFor } from './elements/registry.ts'
import { submitTask } from './elements/user-task.ts'
import type { EngineEvent } from './events.ts'
import { ExpressionError } from './expressions/expression.ts'
import { finish } from './leave.ts'
import { type Program, ROOT } from './program.ts'
import {
  begin,
  emit,
  nodeOf,
  place,
  type Run,
  raise,
  record,
  setVariables,
  toState,
} from './run.ts'
import type { State } from './state.ts'

export type Step = {
  state: State
  /** What the host is to do, in this order. */
  effects: Effect[]
  /** Names of the variables that have new values: whether the variables need saving. */
  changed: string[]
  /** Why the event could not be taken: then nothing has changed. */
  refused?: string
}

/** Elements entered in one step; beyond it the host gets to commit before the rest is done. */
export const BUDGET = 1000

/**
 * The engine: what becomes of an instance when something happens to it. Pure: the same model, state
 * and event give the same answer, time comes with the event, and whatever needs the outside world is
 * an effect.
 */
export function step(program: Program, state: State, event: EngineEvent): Step {
  const run = begin(program, state, event.at)
  const refused = take(run, event)
  if (refused !== undefined) return { state, effects: [], changed: [], refused }
  advance(run)
  return { state: toState(run), effects: run.effects, changed: [...run.changed] }
}

/** Lets an event act on the token it is for; what follows from it is done by `advance`. */
function take(run: Run, event: EngineEvent): string | undefined {
  if (run.end) return 'the process has ended'
  if (event.type !== 'continue') run.spent = 0
  switch (event.type) {
    case 'start':
      return start(run, event)
    case 'submitted':
      if (run.tokens.get(event.token)?.waits !== 'task') return 'the task is not open'
      return submitTask(run, event.token, event)
    case 'interrupt':
      return void finish(run, {
        kind: 'interrupted',
        ...(event.reason !== undefined && { message: event.reason }),
      })
    case 'change':
      return void setVariables(run, event.values)
    case 'continue':
      return undefined
    default:
      return 'not there yet'
  }
}

function start(run: Run, { node, values = {} }: Extract<EngineEvent, { type: 'start' }>) {
  if (run.next > 1) return 'the process has begun already'
  const starts = run.program.starts(ROOT)
  const begun = starts.find(({ id, trigger }) => (node === undefined ? !trigger : id === node))
  if (!begun)
    return `the process has no start event ${node === undefined ? 'without a trigger' : `"${node}"`}`
  setVariables(run, values)
  place(run, { node: begun.id, scope: 0 })
  return undefined
}

/** Moves every token that can move, first come first served. */
function advance(run: Run): void {
  const last = run.spent + BUDGET
  for (let no = run.ready.shift(); no !== undefined; no = run.ready.shift()) {
    if (run.spent === last) {
      run.ready.unshift(no)
      emit(run, { type: 'continue' })
      return
    }
    run.spent++
    enter(run, no)
  }
}

function enter(run: Run, no: number): void {
  record(run, 'entered', no)
  attempt(run, no, () => elementFor(nodeOf(run, no)).enter(run, no, nodeOf(run, no)))
}

/** What a diagram got wrong stops its own token, not the server. */
function attempt(run: Run, no: number, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    raise(run, no, 'expression', error.message)
  }
}
