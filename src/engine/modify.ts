import { cancel } from './cancel.ts'
import { settle } from './leave.ts'
import type { Node } from './model.ts'
import { restart, skip } from './repair.ts'
import { place, type Run, tokenOf } from './run.ts'

/** What an operator does to the tokens of an instance, whether anything failed or not. */
export type Modification =
  | { type: 'add'; node: string }
  | { type: 'move'; token: number; node: string }
  | { type: 'cancel'; token: number }
  | { type: 'restart'; token: number }
  | { type: 'skip'; token: number; flow?: string }

/** All of it or nothing. What is new is placed first, so that no scope ends in between. */
export function modify(run: Run, changes: readonly Modification[]): string | undefined {
  const steps = [
    ...changes.flatMap((each) => ('node' in each ? [() => add(run, each.node)] : [])),
    ...changes.map((each) => () => act(run, each)),
  ]
  for (const step of steps) {
    const refused = step()
    if (refused !== undefined) return refused
  }
  if (run.end || run.tokens.isAlive(0)) return undefined
  return 'nothing would be left to do: interrupt the instance instead'
}

function act(run: Run, change: Modification): string | undefined {
  if (change.type === 'add') return undefined
  const { token: no, type } = change
  if (!run.tokens.has(no)) return `there is no token ${no}`
  const { watches, respondent, run: nth, isAgent } = tokenOf(run, no)
  if (isAgent || [watches, respondent, nth].some((each) => each !== undefined)) {
    return `token ${no} belongs to another step`
  }
  if (type === 'restart') return restart(run, no)
  if (type === 'skip') return skip(run, no, change.flow)
  const { scope } = tokenOf(run, no)
  cancel(run, no)
  if (scope !== 0) settle(run, scope)
  return undefined
}

function add(run: Run, id: string): string | undefined {
  const node = run.program.model.nodes[id]
  if (!node) return `there is no element "${id}"`
  if (!canBegin(node)) return `"${id}" cannot be begun by itself`
  const scope = scopeFor(run, node)
  if (scope === undefined) return `"${node.parent}", which "${id}" is in, is not running`
  place(run, { node: id, scope })
  return undefined
}

/** Not what happens by an event, and not joins, which wait for tokens of their flows. */
function canBegin({
  type,
  attachedTo,
  isHandler,
  isPool,
  isForCompensation,
  gateway,
  incoming,
}: Node) {
  const isJoin = gateway !== undefined && gateway !== 'exclusive' && incoming.length > 1
  const isEvent = type === 'start' || attachedTo !== undefined
  return !isEvent && !isHandler && !isPool && !isForCompensation && !isJoin
}

/** The sub-process around it, if it runs once. */
function scopeFor(run: Run, { parent }: Node): number | undefined {
  if (parent === undefined) return 0
  const around = [...run.tokens.waiting('inside'), ...run.tokens.waiting('selection')]
  const [scope, another] = around.filter((no) => tokenOf(run, no).node === parent)
  return another === undefined ? scope : undefined
}
