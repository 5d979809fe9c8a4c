import { ExpressionError } from './expressions/expression.ts'
import type { Node } from './model.ts'
import { contextOf, nodeOf, place, type Run, tokenOf, update } from './run.ts'
import type { Loop, Values } from './state.ts'

/** Starts a loop: its token stays and counts, each run is a token inside it. */
export function beginLoop(run: Run, no: number, over: unknown): void {
  const { loop } = nodeOf(run, no)
  if (!loop) return
  if (loop.kind === 'standard') update(run, no, { waits: 'runs', loop: { begun: 0, done: 0 } })
  else beginRuns(run, no, toRuns(over))
}

function beginRuns(run: Run, no: number, { total, members }: Runs): void {
  const isSequential = nodeOf(run, no).loop?.kind === 'sequential'
  const loop: Loop = { begun: 0, done: 0, total }
  update(run, no, {
    waits: 'runs',
    loop: isSequential && members ? { ...loop, rest: members } : loop,
  })
  if (!isSequential) for (let at = 0; at < total; at++) placeRun(run, no, members?.[at])
}

/** Starts the next run of a sequential loop. */
export function nextRun(run: Run, body: number): void {
  const { loop } = tokenOf(run, body)
  if (!loop || nodeOf(run, body).loop?.kind === 'parallel') return
  const [member, ...rest] = loop.rest ?? []
  if (loop.rest) update(run, body, { loop: { ...loop, rest } })
  placeRun(run, body, member)
}

/** Whether the loop is over: evaluated before the first run and after each. */
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

/** The values a completion condition can use, by their BPMN names; `done` is a short form. */
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

type Runs = { total: number; members?: unknown[] }

/** A list gives one run per member, a number that many runs. */
function toRuns(over: unknown): Runs {
  if (Array.isArray(over)) return { total: over.length, members: over }
  const isCount = typeof over === 'number' && Number.isInteger(over) && over >= 0 && over <= MOST
  if (isCount) return { total: over }
  const found = over === null || over === undefined ? 'nothing' : JSON.stringify(over)
  throw new ExpressionError(`a loop runs over a list or a number up to ${MOST}, not ${found}`)
}

const MOST = 10_000
