import { resumeAgent } from './agent.ts'
import { cancel, cancelInside, cancelWatchers } from './cancel.ts'
import { noteDone } from './done.ts'
import { collectResults, isLoopOver, keepResult, nextRun } from './loop.ts'
import { mapped } from './mapping.ts'
import type { Flow } from './model.ts'
import {
  attempt,
  contextOf,
  emit,
  enterAgain,
  nodeOf,
  place,
  type Run,
  raise,
  record,
  release,
  remove,
  setVariables,
  tokenOf,
  update,
} from './run.ts'
import type { End, Token } from './state.ts'

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
  const { completionQuantity = 1 } = nodeOf(run, no)
  cancelWatchers(run, no)
  record(run, 'left', no)
  noteDone(run, no)
  for (let copy = 0; copy < completionQuantity; copy++) send(run, scope, ways)
  remove(run, no)
  settle(run, scope)
}

/** Places a token at the end of each flow. */
export function send(run: Run, scope: number, flows: readonly Flow[]): void {
  for (const { id, target } of flows) {
    const token = place(run, { node: target, scope, via: id })
    emit(run, { type: 'taken', token, flow: id })
  }
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

/** Ends a scope in which nothing is left to do. */
export function settle(run: Run, scope: number): void {
  if (run.end) return
  if (scope !== 0 && nodeOf(run, scope).adHoc) settleAdHoc(run, scope)
  else if (!run.tokens.isAlive(scope)) complete(run, scope)
}

/** A sub-process that is being undone ends when that is done (`compensation.ts`). */
export function complete(run: Run, scope: number): void {
  if (scope === 0) finish(run, { kind: 'done' })
  else if (tokenOf(run, scope).waits !== 'compensation') {
    attempt(run, scope, () => {
      passOut(run, scope)
      leave(run, scope)
    })
  }
}

/** After each activity inside it: whether the ad-hoc sub-process is over, and what becomes of the rest. */
export function settleAdHoc(run: Run, scope: number): void {
  const { adHoc } = nodeOf(run, scope)
  if (!adHoc || !tokenOf(run, scope).isOpen) return
  attempt(run, scope, () => {
    if (!isAdHocOver(run, scope)) return goOnInside(run, scope)
    if (adHoc.keepsRest) dismissAgents(run, scope)
    if (adHoc.keepsRest && run.tokens.isAlive(scope)) return update(run, scope, { isClosing: true })
    cancelInside(run, scope)
    complete(run, scope)
  })
}

/** The next task of people is offered where they are done one after another; an agent thinks again. */
function goOnInside(run: Run, scope: number): void {
  const [next, ...later] = tokenOf(run, scope).later ?? []
  if (next === undefined) resumeAgent(run, scope)
  else if (!run.tokens.isAlive(scope)) {
    update(run, scope, { later })
    place(run, { node: next, scope })
  }
}

/** Nobody chooses any more, while what was begun comes to its end. */
function dismissAgents(run: Run, scope: number): void {
  for (const no of run.tokens.inside(scope)) if (tokenOf(run, no).isAgent) cancel(run, no)
}

/** Without a condition it is over when everything that was begun is done. */
function isAdHocOver(run: Run, scope: number): boolean {
  const { until = '' } = nodeOf(run, scope).adHoc ?? {}
  const { isClosing, later = [] } = tokenOf(run, scope)
  if (isClosing) return true
  if (until === '') return later.length === 0 && !run.tokens.isAlive(scope)
  return run.program.expressions.holds(until, contextOf(run, scope))
}

/** The values that a sub-process with variables of its own passes on, through its `out` mappings. */
function passOut(run: Run, scope: number): void {
  const { outputs } = run.program.facts(tokenOf(run, scope).node)
  if (outputs.length === 0) return
  setVariables(run, tokenOf(run, scope).scope, mapped(run, outputs, contextOf(run, scope)))
}

/** Ends the instance and cancels everything that still runs in it. */
export function finish(run: Run, end: End): void {
  cancelInside(run, 0)
  cancelWatchers(run, 0)
  run.done = []
  run.end = end
  emit(run, { type: 'ended', end, values: run.variables })
}

/** Ends one run of a loop: starts the next run or leaves the loop. */
function endRun(run: Run, no: number, flows?: Flow[]): void {
  const { scope: body } = tokenOf(run, no)
  const [exit] = flows ?? []
  keepResult(run, no)
  cancelWatchers(run, no)
  record(run, 'left', no)
  noteDone(run, no)
  remove(run, no)
  countRun(run, body, exit?.id)
  const isStopped = exit?.exit.interrupt === true
  // A loop whose runs throw events is entered again for them.
  if (nodeOf(run, body).loop?.events) enterAgain(run, body, stopped(run, body, isStopped))
  else attempt(run, body, () => goRound(run, body, isStopped))
}

function stopped(run: Run, body: number, isStopped: boolean): Token {
  const { loop, ...token } = tokenOf(run, body)
  return loop ? { ...token, loop: isStopped ? { ...loop, isStopped: true } : loop } : token
}

/** Starts the next run or leaves the loop. */
export function goRound(run: Run, body: number, isInterrupted = false, isDue = false): void {
  if (isInterrupted || isLoopOver(run, body)) endLoop(run, body)
  else nextRun(run, body, isDue)
}

function countRun(run: Run, body: number, exit: string | undefined): void {
  const { loop } = tokenOf(run, body)
  if (!loop) return
  const counted = { ...loop, done: loop.done + 1, ...(exit !== undefined && { exit }) }
  if (nodeOf(run, body).loop?.kind === 'parallel') release(run, 1)
  update(run, body, { loop: counted })
}

/** Leaves through the exit of the task; with several performers the last one decides. */
function endLoop(run: Run, body: number): void {
  const exit = tokenOf(run, body).loop?.exit
  run.ready.delete(body)
  cancelInside(run, body)
  collectResults(run, body)
  leave(run, body, exit === undefined ? undefined : [run.program.flow(exit)])
}
