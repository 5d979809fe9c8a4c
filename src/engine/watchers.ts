import type { Subscription } from './effects.ts'
import { targetOf } from './mapping.ts'
import type { Node } from './model.ts'
import { add, attempt, contextOf, emit, nodeOf, type Run, tokenOf, update, wait } from './run.ts'
import { timerOf } from './time/timer.ts'

/** Starts the watchers of an activity (boundary events) or of a scope (event sub-processes). */
export function arm(run: Run, watched: number, nodes: Node[]): void {
  for (const node of nodes) {
    const scope = node.attachedTo === undefined ? watched : tokenOf(run, watched).scope
    const no = add(run, { node: node.id, scope, watches: watched })
    attempt(run, no, () => listen(run, no))
  }
}

/** Makes a token wait for the trigger of its element. */
export function listen(run: Run, no: number): void {
  const node = nodeOf(run, no)
  const { trigger } = node
  if (trigger?.kind === 'timer') armTimer(run, no, node)
  else if (trigger?.kind === 'error' || trigger?.kind === 'escalation') wait(run, no, 'handler')
  else if (trigger?.kind === 'condition') wait(run, no, 'condition')
  else subscribe(run, no, node)
}

function armTimer(run: Run, no: number, node: Node): void {
  const { due, repeats } = timerOf(run, no, node)
  update(run, no, { waits: 'timer', ...(repeats !== undefined && { due, repeats }) })
  emit(run, { type: 'timer.arm', token: no, node: node.id, due })
}

function subscribe(run: Run, no: number, node: Node): void {
  const subscription = subscriptionOf(run, no, node)
  const correlation = subscription.kind === 'message' ? subscription.correlation : null
  update(run, no, { waits: subscription.kind, ...(correlation !== null && { correlation }) })
  emit(run, { type: 'subscribe', token: no, node: node.id, subscription })
}

function subscriptionOf(run: Run, no: number, { trigger, settings }: Node): Subscription {
  const name = trigger?.name ?? ''
  if (trigger?.kind === 'signal') return { kind: 'signal', name }
  if (trigger?.kind !== 'status') {
    return { kind: 'message', name, correlation: correlationOf(run, no, settings.correlation) }
  }
  const target = targetOf(run, no, settings.target ?? '')
  return { kind: 'status', target, status: settings.status ?? '' }
}

/** The value a message must carry to reach this instance, such as an order number. */
export function correlationOf(run: Run, no: number, text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  const value = run.program.expressions.value(text, contextOf(run, no))
  return value === null || value === undefined ? null : String(value)
}
