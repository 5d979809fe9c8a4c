import { cancelInside, cancelWatchers } from './cancel.ts'
import { isLoopOver, nextRun } from './loop.ts'
import type { Flow } from './model.ts'
import {
  attempt,
  contextOf,
  emit,
  place,
  type Run,
  raise,
  record,
  remove,
  tokenOf,
  update,
} from './run.ts'
import type { End } from './state.ts'

/**
 * The element is done and the token continues along the given flows, or along those of an activity: every
 * flow without a condition, every flow whose condition holds, and the default flow when none holds.
 */
export function leave(run: Run, no: number, flows?: Flow[]): void {
  if (tokenOf(run, no).run === undefined) leaveNode(run, no, flows)
  else endRun(run, no, flows)
}

function leaveNode(run: Run, no: number, flows?: Flow[]): void {
  const ways = flows ?? waysOut(run, no)
  if (ways) goAlong(run, no, ways)
  else update(run, no, { isDone: true })
}

function goAlong(run: Run, no: number, ways: Flow[]): void {
  const { scope } = tokenOf(run, no)
  cancelWatchers(run, no)
  record(run, 'left', no)
  for (const { id, target } of ways) {
    const token = place(run, { node: target, scope, via: id })
    emit(run, { type: 'taken', token, flow: id })
  }
  remove(run, no)
  settle(run, scope)
}

function waysOut(run: Run, no: number): Flow[] | undefined {
  const { always, asked, otherwise } = run.program.facts(tokenOf(run, no).node)
  if (asked.length === 0) return otherwise ? [...always, otherwise] : always
  return attempt(run, no, () => choose(run, no))
}

function choose(run: Run, no: number): Flow[] | undefined {
  const { always, asked, otherwise } = run.program.facts(tokenOf(run, no).node)
  const context = contextOf(run, no)
  const held = asked.filter(({ condition }) => run.program.expressions.holds(condition, context))
  const open = held.length === 0 && otherwise ? [...always, otherwise] : [...always, ...held]
  if (open.length > 0) return open
  raise(run, no, 'no-way', 'no condition holds and there is no default flow')
  return undefined
}

/** Ends a scope in which no token is left. */
export function settle(run: Run, scope: number): void {
  if (run.end || (run.alive.get(scope) ?? 0) > 0) return
  if (scope === 0) finish(run, { kind: 'done' })
  else leave(run, scope)
}

/** Ends the instance and cancels everything that still runs in it. */
export function finish(run: Run, end: End): void {
  cancelInside(run, 0)
  cancelWatchers(run, 0)
  run.end = end
  emit(run, { type: 'ended', end, values: run.variables })
}

/** Ends one run of a loop: starts the next run or leaves the loop. */
function endRun(run: Run, no: number, flows?: Flow[]): void {
  const { scope: body } = tokenOf(run, no)
  const [exit] = flows ?? []
  cancelWatchers(run, no)
  record(run, 'left', no)
  remove(run, no)
  countRun(run, body, exit?.id)
  attempt(run, body, () => goRound(run, body, exit?.exit.interrupt === true))
}

/** Starts the next run or leaves the loop. */
export function goRound(run: Run, body: number, isInterrupted = false): void {
  if (isInterrupted || isLoopOver(run, body)) endLoop(run, body)
  else nextRun(run, body)
}

function countRun(run: Run, body: number, exit: string | undefined): void {
  const { loop } = tokenOf(run, body)
  if (!loop) return
  const counted = { ...loop, done: loop.done + 1, ...(exit !== undefined && { exit }) }
  update(run, body, { loop: counted })
}

/** Leaves through the exit of the task; with several performers the last one decides. */
function endLoop(run: Run, body: number): void {
  const exit = tokenOf(run, body).loop?.exit
  cancelInside(run, body)
  leave(run, body, exit === undefined ? undefined : [run.program.flow(exit)])
}
