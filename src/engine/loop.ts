import { ExpressionError } from './expressions/expression.ts'
import type { Node } from './model.ts'
import { contextOf, nodeOf, place, type Run, runsOf, setVariables, tokenOf, update } from './run.ts'
import { FEW_RUNS } from './run-values.ts'
import type { Loop } from './state.ts'

/** Starts a loop: its token stays and counts, each run is a token inside it. */
export function beginLoop(run: Run, no: number, over: unknown): void {
  const { loop } = nodeOf(run, no)
  if (!loop) return
  if (loop.kind === 'standard') update(run, no, { waits: 'runs', loop: { begun: 0, done: 0 } })
  else beginRuns(run, no, toRuns(over))
}

function beginRuns(run: Run, no: number, { total, members }: Runs): void {
  const isSequential = nodeOf(run, no).loop?.kind === 'sequential'
  claimRuns(run, { more: isSequential ? 1 : total, isBounded: !isSequential })
  const loop: Loop = { begun: 0, done: 0, total }
  if (total > FEW_RUNS) loop.from = run.next
  const isAtOnce = !isSequential && total <= AT_ONCE
  if (!isAtOnce) keepMembers(run, loop, members)
  update(run, no, { waits: 'runs', loop })
  if (isAtOnce) for (let at = 0; at < total; at++) placeRun(run, no, members?.[at])
  else if (!isSequential) beginMore(run, no)
}

/** The runs of all loops under way; those of a standard loop have no number. */
export const runsIn = ({ tokens }: Run): number =>
  tokens.waiting('runs').reduce((sum, no) => sum + (tokens.get(no)?.loop?.total ?? 0), 0)

/** All loops are looked through once in a step, so that a loop in a loop does not look at every other one. */
function claimRuns(run: Run, { more, isBounded }: { more: number; isBounded: boolean }): void {
  run.claimed ??= runsAtOnce(run)
  if (isBounded && run.claimed + more > MOST_RUNS) {
    throw new ExpressionError(`loops can have ${MOST_RUNS} runs at once, not more`)
  }
  run.claimed += more
}

const runsAtOnce = (run: Run): number =>
  run.tokens.waiting('runs').reduce((sum, no) => sum + runsOf(run, no), 0)

/** A loop in a loop multiplies them. */
const MOST_RUNS = 120_000

/** So many runs of a parallel loop begin, then others have their turn before the next do. */
const AT_ONCE = 1000

function beginMore(run: Run, body: number): void {
  const { begun = 0, total = 0 } = tokenOf(run, body).loop ?? {}
  for (let more = Math.min(total - begun, AT_ONCE); more > 0; more--) beginNext(run, body)
  if (begun + AT_ONCE >= total) return
  update(run, body, { isAgain: true })
  run.ready.add(body)
}

/** Members whose turn comes later, under numbers of their own; a run that begins at once has its own number. */
function keepMembers(run: Run, loop: Loop, members: unknown[] | undefined): void {
  if (loop.from === undefined) {
    if (members) loop.members = members
    return
  }
  run.next += loop.total ?? 0
  for (const [at, member] of (members ?? []).entries()) run.kept.set(loop.from + at, member)
}

/** Starts the next run of a sequential loop; those of a parallel one that are still to begin when it is due. */
export function nextRun(run: Run, body: number, isDue = false): void {
  if (nodeOf(run, body).loop?.kind !== 'parallel') beginNext(run, body)
  else if (isDue) beginMore(run, body)
}

function beginNext(run: Run, body: number): void {
  const { loop } = tokenOf(run, body)
  if (!loop) return
  const { begun } = loop
  const member = memberAt(run, loop, begun)
  // Until the run leaves something.
  if (loop.from !== undefined && member !== undefined) run.kept.set(loop.from + begun, null)
  placeRun(run, body, member)
}

const memberAt = ({ kept }: Run, { members, from }: Loop, nth: number): unknown =>
  from === undefined ? members?.[nth] : kept.get(from + nth)

/** Whether the loop is over: evaluated before the first run and after each. */
export function isLoopOver(run: Run, body: number): boolean {
  const { loop: state } = tokenOf(run, body)
  const { loop } = nodeOf(run, body)
  if (!state || !loop) return true
  const holds = (text: string) => run.program.expressions.holds(text, contextOf(run, body))
  if (loop.kind !== 'standard') {
    const isAll = state.done === state.total
    return isAll || (state.done > 0 && loop.until !== '' && holds(loop.until))
  }
  if (loop.maximum !== undefined && state.done >= loop.maximum) return true
  const isAsked = state.done > 0 || loop.testBefore === true
  return isAsked && loop.condition !== '' && !holds(loop.condition)
}

function placeRun(run: Run, body: number, member: unknown): void {
  const { loop, node } = tokenOf(run, body)
  if (!loop) return
  const { loop: { item = 'item', outputItem } = {} } = run.program.node(node)
  const locals = {
    loopCounter: loop.begun,
    ...(outputItem !== undefined && { [outputItem]: null }),
    ...(member !== undefined && { [item]: member }),
  }
  place(run, { node, scope: body, run: loop.begun, locals })
  update(run, body, { loop: { ...loop, begun: loop.begun + 1 } })
}

const PAGE = 128

/** Keeps what a run leaves for the output list, until the loop is done. */
export function keepResult(run: Run, no: number): void {
  const { scope: body, run: nth = 0 } = tokenOf(run, no)
  const { outputItem } = nodeOf(run, no).loop ?? {}
  const { loop } = tokenOf(run, body)
  if (outputItem === undefined || !loop) return
  const [page, value] = [Math.floor(nth / PAGE), contextOf(run, no)[outputItem] ?? null]
  if (loop.from !== undefined) {
    run.kept.set(loop.from + nth, value)
    return
  }
  const results = { ...loop.results, [page]: { ...loop.results?.[page], [nth]: value } }
  update(run, body, { loop: { ...loop, results } })
}

/** Writes the output list: one value per run, null where the run was not completed. */
export function collectResults(run: Run, body: number): void {
  const { output, outputItem } = nodeOf(run, body).loop ?? {}
  const { loop, scope } = tokenOf(run, body)
  if (output === undefined || outputItem === undefined || !loop) return
  const list = Array.from({ length: loop.total ?? loop.begun }, (_, nth) =>
    nth < loop.begun ? (resultOf(run, loop, nth) ?? null) : null,
  )
  setVariables(run, scope, { [output]: list })
}

const resultOf = ({ kept }: Run, { from, results }: Loop, nth: number): unknown =>
  from === undefined ? results?.[Math.floor(nth / PAGE)]?.[nth] : kept.get(from + nth)

export const itemName = (node: Node): string => node.loop?.item ?? 'item'

type Runs = { total: number; members?: unknown[] }

/** A list gives one run per member, a number that many runs. */
function toRuns(over: unknown): Runs {
  const isCount = (given: unknown): given is number =>
    Number.isInteger(given) && Number(given) >= 0 && Number(given) <= MOST
  if (Array.isArray(over) && isCount(over.length)) return { total: over.length, members: over }
  if (isCount(over)) return { total: over }
  throw new ExpressionError(`a loop runs over a list or a number up to ${MOST}, not ${shown(over)}`)
}

function shown(over: unknown): string {
  if (Array.isArray(over)) return `a list of ${over.length}`
  return over === null || over === undefined ? 'nothing' : JSON.stringify(over)
}

const MOST = 100_000
