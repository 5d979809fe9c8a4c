import type { Subscription } from './effects.ts'
import { ExpressionError } from './expressions/expression.ts'
import { targetOf } from './mapping.ts'
import type { Node, Trigger } from './model.ts'
import {
  add,
  attempt,
  contextOf,
  emit,
  nodeOf,
  type Run,
  tokenOf,
  triggerOf,
  update,
  wait,
} from './run.ts'
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
  const kind = triggerOf(run, no)?.kind
  if (kind === 'timer') armTimer(run, no)
  else if (kind === 'condition') wait(run, no, 'condition')
  else if (kind === 'multiple') listenToAll(run, no)
  else if (kind !== undefined && SUBSCRIBED.includes(kind)) subscribe(run, no, nodeOf(run, no))
  else wait(run, no, 'handler')
}

const SUBSCRIBED = ['message', 'signal', 'status']

/** An event with several triggers has a token for each, which watches that of the event. */
export function listenToAll(run: Run, no: number, but?: number): void {
  const { node, scope } = tokenOf(run, no)
  wait(run, no, 'events')
  for (const part of run.program.node(node).triggers?.keys() ?? []) {
    if (part === but) continue
    const each = add(run, { node, scope, watches: no, part })
    attempt(run, each, () => listen(run, each))
  }
}

function armTimer(run: Run, no: number): void {
  const { due, repeats } = timerOf(run, no, triggerOf(run, no))
  update(run, no, { waits: 'timer', ...(repeats !== undefined && { due, repeats }) })
  emit(run, { type: 'timer.arm', token: no, node: tokenOf(run, no).node, due })
}

function subscribe(run: Run, no: number, node: Node): void {
  const subscription = subscriptionOf(run, no, node)
  const correlation = subscription.kind === 'message' ? subscription.correlation : null
  const { correlation: _, ...token } = tokenOf(run, no)
  const waits = subscription.kind
  run.tokens.set(no, { ...token, waits, ...(correlation !== null && { correlation }) })
  emit(run, { type: 'subscribe', token: no, node: node.id, subscription })
}

function subscriptionOf(run: Run, no: number, { id, settings }: Node): Subscription {
  const trigger = triggerOf(run, no)
  const name = awaitedName(id, trigger)
  if (trigger?.kind === 'signal') return { kind: 'signal', name }
  if (trigger?.kind !== 'status') {
    return { kind: 'message', name, correlation: correlationOf(run, no, settings.correlation) }
  }
  const target = targetOf(run, no, settings.target ?? '')
  return { kind: 'status', target, status: settings.status ?? '' }
}

/** A message or signal without a name of its own is called like its element. */
export const awaitedName = (id: string, trigger: Trigger | undefined): string => trigger?.name || id

/** Subscribes again where other values make another correlation. */
export function renewCorrelations(run: Run): void {
  if (run.changed.size === 0) return
  for (const no of run.tokens.waiting('message')) {
    const node = nodeOf(run, no)
    if (!node.settings.correlation) continue
    attempt(run, no, () => {
      const { correlation: old = null } = tokenOf(run, no)
      if (correlationOf(run, no, node.settings.correlation) === old) return
      emit(run, { type: 'unsubscribe', token: no })
      subscribe(run, no, node)
    })
  }
}

/** The value a message must carry to reach this instance, such as an order number. */
export function correlationOf(run: Run, no: number, text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  const value = run.program.expressions.value(text, contextOf(run, no))
  if (value === null || value === undefined) return null
  const parts = Array.isArray(value) ? value : [value]
  // An object would be the same text for everybody.
  if (parts.some((part) => typeof part === 'object')) {
    throw new ExpressionError(`"${text}" is an object: a correlation is a text or a number`)
  }
  const correlation = String(value)
  if (correlation.length <= LONGEST) return correlation
  throw new ExpressionError(`"${text}" is too long: a correlation has up to ${LONGEST} characters`)
}

/** As long as that of a message from outside. */
const LONGEST = 500
