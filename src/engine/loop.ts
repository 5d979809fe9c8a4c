import { ExpressionError } from './expressions/expression.ts'
import type { Node } from './model.ts'
import { contextOf, nodeOf, place, type Run, setVariables, tokenOf, update } from './run.ts'
import type { Loop } from './state.ts'
import { MOST_TOKENS } from './tokens.ts'

/** Starts a loop: its token stays and counts, each run is a token inside it. */
export function beginLoop(run: Run, no: number, over: unknown): void {
  const { loop } = nodeOf(run, no)
  if (!loop) return
  if (loop.kind === 'standard') update(run, no, { waits: 'runs', loop: { begun: 0, done: 0 } })
  else beginRuns(run, no, toRuns(over))
}

function beginRuns(run: Run, no: number, { total, members }: Runs): void {
  const isSequential = nodeOf(run, no).loop?.kind === 'sequential'
  if (!isSequential && run.tokens.size + total > MOST_TOKENS) {
    throw new ExpressionError(`a process can be at ${MOST_TOKENS} places at once, not at more`)
  }
  const loop: Loop = { begun: 0, done: 0, total }
  update(run, no, { waits: 'runs', loop: isSequential && members ? { ...loop, members } : loop })
  if (!isSequential) for (let at = 0; at < total; at++) placeRun(run, no, members?.[at])
}

/** Starts the next run of a sequential loop. */
export function nextRun(run: Run, body: number): void {
  const { loop } = tokenOf(run, body)
  if (!loop || nodeOf(run, body).loop?.kind === 'parallel') return
  const { rest: [next] = [], begun, members } = loop
  if (loop.rest) update(run, body, { loop: { ...loop, rest: loop.rest.slice(1) } })
  placeRun(run, body, members ? members[begun] : next)
}

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
  const results = { ...loop.results, [page]: { ...loop.results?.[page], [nth]: value } }
  update(run, body, { loop: { ...loop, results } })
}

/** Writes the output list: one value per run, null where the run was not completed. */
export function collectResults(run: Run, body: number): void {
  const { output, outputItem } = nodeOf(run, body).loop ?? {}
  const { loop, scope } = tokenOf(run, body)
  if (output === undefined || outputItem === undefined || !loop) return
  const kept: Record<number, unknown> = Object.assign({}, ...Object.values(loop.results ?? {}))
  const list = Array.from({ length: loop.total ?? loop.begun }, (_, nth) => kept[nth] ?? null)
  setVariables(run, scope, { [output]: list })
}

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

const MOST = 50_000
