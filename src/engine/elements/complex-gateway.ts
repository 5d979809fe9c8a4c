import { isJoinComplete, tokensByFlow, waitingAt } from '../arrivals.ts'
import type { Element } from '../element.ts'
import { send, settle } from '../leave.ts'
import type { Flow, Node } from '../model.ts'
import {
  absorb,
  contextOf,
  nodeOf,
  type Run,
  raise,
  record,
  remove,
  tokenOf,
  update,
  wait,
} from '../run.ts'
import type { Values } from '../state.ts'

/**
 * Goes on when its activation condition holds, and a second time, as far as conditions say so, when the
 * tokens of the other flows have arrived or can arrive no more.
 */
export const complexGateway: Element = { enter: (run, no) => wait(run, no, 'join') }

/** Returns whether the gateway has moved on. */
export function advanceComplex(run: Run, no: number): boolean {
  const { scope, had } = tokenOf(run, no)
  const node = nodeOf(run, no)
  const arrived = tokensByFlow(run, node, scope)
  if (had) return reset(run, no, arrived)
  const isOpen = run.tokens
    .inside(scope)
    .some((each) => tokenOf(run, each).had && tokenOf(run, each).node === node.id)
  return !isOpen && isActivated(run, no, arrived) && activate(run, no, arrived)
}

/** Without a condition it waits like an inclusive gateway. */
function isActivated(run: Run, no: number, arrived: Map<string, number>): boolean {
  const node = nodeOf(run, no)
  const { scope } = tokenOf(run, no)
  const { activation = '' } = node
  if (node.incoming.length < 2) return true
  if (activation === '') {
    return isJoinComplete(run, node, { scope, arrived: new Set(arrived.keys()) })
  }
  const context = { ...contextOf(run, no), ...countsOf(run, node, scope), waitingForStart: true }
  return run.program.expressions.holds(activation, context)
}

/** What the condition can ask: how many tokens wait on all flows, and on each by its id. */
function countsOf(run: Run, { id, incoming }: Node, scope: number): Values {
  const waiting = waitingAt(run, id, scope).map((each) => tokenOf(run, each))
  const counts = incoming.map((flow) => [flow, waiting.filter(({ via }) => via === flow).length])
  return { ...Object.fromEntries(counts), activationCount: waiting.length }
}

/** One token of each flow goes on; the gateway stays for the tokens of the other flows. */
function activate(run: Run, no: number, arrived: Map<string, number>): boolean {
  const { scope } = tokenOf(run, no)
  const flows = openFlows(run, no, true)
  if (flows.length === 0 && nodeOf(run, no).outgoing.length > 0) {
    raise(run, no, 'no-way', 'no condition holds and there is no default flow')
    return true
  }
  absorb(run, no, arrived)
  send(run, scope, flows)
  update(run, no, { had: [...arrived.keys()] })
  return true
}

/** The second time only flows whose condition asks for `waitingForStart` are taken. */
function openFlows(run: Run, no: number, waitingForStart: boolean): Flow[] {
  const { always, asked, otherwise } = run.program.facts(tokenOf(run, no).node)
  const context = { ...contextOf(run, no), waitingForStart }
  const held = asked.filter(({ condition }) => run.program.expressions.holds(condition, context))
  if (!waitingForStart) return held.filter(({ condition }) => /\bwaitingForStart\b/.test(condition))
  const open = [...always, ...held]
  return open.length === 0 && otherwise ? [otherwise] : open
}

function reset(run: Run, no: number, arrived: Map<string, number>): boolean {
  const { scope, had = [] } = tokenOf(run, no)
  const node = nodeOf(run, no)
  const late = new Map([...arrived].filter(([flow]) => !had.includes(flow)))
  const known = new Set([...had, ...late.keys()])
  if (!isJoinComplete(run, node, { scope, arrived: known })) return false
  const flows = openFlows(run, no, false)
  absorb(run, no, late)
  record(run, 'left', no)
  send(run, scope, flows)
  remove(run, no)
  settle(run, scope)
  return true
}
