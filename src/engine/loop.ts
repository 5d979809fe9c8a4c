import { ExpressionError } from './expressions/expression.ts'
import type { Node } from './model.ts'
import { contextOf, nodeOf, place, type Run, tokenOf, update } from './run.ts'
import type { Loop, Values } from './state.ts'

/** Begins a loop: its token stays and counts, each run is a token of its own inside of it. */
export function beginLoop(run: Run, no: number, over: unknown): void {
  const { loop } = nodeOf(run, no)
  if (!loop) return
  if (loop.kind === 'standard') update(run, no, { waits: 'runs', loop: { begun: 0, done: 0 } })
  else beginRuns(run, no, toMembers(over))
}

function beginRuns(run: Run, no: number, members: unknown[]): void {
  const isSequential = nodeOf(run, no).loop?.kind === 'sequential'
  const loop: Loop = { begun: 0, done: 0, total: members.length }
  update(run, no, { waits: 'runs', loop: isSequential ? { ...loop, rest: members } : loop })
  if (!isSequential) for (const member of members) placeRun(run, no, member)
}

/** Begins the next run, where runs come one after another. */
export function nextRun(run: Run, body: number): void {
  const { loop } = tokenOf(run, body)
  if (loop && loop.total === undefined) placeRun(run, body, undefined)
  if (!loop?.rest) return
  const [member, ...rest] = loop.rest
  update(run, body, { loop: { ...loop, rest } })
  placeRun(run, body, member)
}

/** Whether no run is to follow, asked before the first one and after each. */
export function isLoopOver(run: Run, body: number): boolean {
  const { loop: state } = tokenOf(run, body)
  const { loop } = nodeOf(run, body)
  if (!state || !loop) return true
  const { holds } = run.program.expressions
  const context = { ...contextOf(run, body), ...loopValues(state) }
  if (loop.kind !== 'standard') {
    const isAll = state.done === state.total
    return isAll || (state.done > 0 && loop.until !== '' && holds(loop.until, context))
  }
  if (loop.maximum !== undefined && state.done >= loop.maximum) return true
  const isAsked = state.done > 0 || loop.testBefore === true
  return isAsked && loop.condition !== '' && !holds(loop.condition, context)
}

/** What a completion condition may ask, by the names of the standard; `done` is the short one. */
function loopValues({ begun, done, total }: Loop): Values {
  return {
    done,
    loopCounter: done,
    numberOfInstances: total ?? begun,
    numberOfActiveInstances: begun - done,
    numberOfCompletedInstances: done,
  }
}

function placeRun(run: Run, body: number, member: unknown): void {
  const { loop, node } = tokenOf(run, body)
  if (!loop) return
  const item = itemName(run.program.node(node))
  const locals = { loopCounter: loop.begun, ...(member !== undefined && { [item]: member }) }
  place(run, { node, scope: body, run: loop.begun, locals })
  update(run, body, { loop: { ...loop, begun: loop.begun + 1 } })
}

export const itemName = (node: Node): string => node.loop?.item ?? 'item'

/** A list gives one run per member, a number that many runs. */
function toMembers(over: unknown): unknown[] {
  if (Array.isArray(over)) return over
  if (over === null || over === undefined) return []
  if (typeof over === 'number' && Number.isInteger(over) && over >= 0 && over <= MOST) {
    return Array.from({ length: over })
  }
  throw new ExpressionError(
    `a loop runs over a list or a number up to ${MOST}, not ${JSON.stringify(over)}`,
  )
}

const MOST = 10_000
