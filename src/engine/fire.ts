import { cancel, cancelInside, cancelWatchers } from './cancel.ts'
import { leave } from './leave.ts'
import { takeOver } from './mapping.ts'
import type { Node } from './model.ts'
import {
  add,
  emit,
  nodeOf,
  type Run,
  record,
  remove,
  tokenOf,
  triggerOf,
  unsubscribe,
  update,
} from './run.ts'
import { openScope } from './scope.ts'
import type { Values } from './state.ts'
import { nextDue } from './time/timer.ts'
import { listenToAll } from './watchers.ts'

/** What the token waited for has happened. */
export function fire(run: Run, no: number, values?: Values): void {
  if (values) takeOver(run, no, values)
  const { watches, part } = tokenOf(run, no)
  const node = nodeOf(run, no)
  if (part !== undefined) firePart(run, no, node)
  else if (watches === undefined) {
    unsubscribe(run, no)
    leave(run, no)
  } else fireWatcher(run, no, watches)
}

function fireWatcher(run: Run, no: number, watches: number): void {
  const { scope } = tokenOf(run, no)
  const node = nodeOf(run, no)
  if (!isStaying(run, no, node)) removeWatcher(run, no)
  if (node.attachedTo !== undefined) fireBoundary(run, node, watches, scope)
  else if (node.type === 'start') fireHandler(run, node, scope)
  else fireFirst(run, node, watches)
}

/** One of several triggers: the event happens with the first, or with the last if it needs all. */
function firePart(run: Run, no: number, node: Node): void {
  const { watches: event = 0 } = tokenOf(run, no)
  const keepsWatching = !node.isParallelMultiple && tokenOf(run, event).watches !== undefined
  if (!keepsWatching || !isStaying(run, no, node)) removeWatcher(run, no)
  if (!node.isParallelMultiple || !run.tokens.isWatched(event)) fire(run, event)
}

function removeWatcher(run: Run, no: number): void {
  unsubscribe(run, no)
  cancelWatchers(run, no)
  remove(run, no)
}

/** A non-interrupting watcher keeps watching; a timer only as long as it repeats. */
function isStaying(run: Run, no: number, node: Node): boolean {
  if (node.type === 'start' ? isReplacing(run, node) : node.isInterrupting !== false) return false
  const { waits, due, repeats } = tokenOf(run, no)
  if (waits === 'status') return false
  if (waits === 'events' && node.isParallelMultiple) listenToAll(run, no)
  if (waits !== 'timer') return true
  if (due === undefined || repeats === undefined || repeats === 0) return false
  const next = nextDue(run, no, triggerOf(run, no), due)
  if (next === undefined) return false
  update(run, no, { due: next, repeats: repeats < 0 ? repeats : repeats - 1 })
  emit(run, { type: 'timer.arm', token: no, node: node.id, due: next })
  return true
}

function fireBoundary(run: Run, node: Node, watched: number, scope: number): void {
  if (node.isInterrupting !== false) cancel(run, watched)
  passThrough(run, node, scope)
}

/** An event sub-process runs inside its scope; an interrupting one replaces what ran there. */
function fireHandler(run: Run, start: Node, scope: number): void {
  if (isReplacing(run, start)) {
    cancelInside(run, scope)
    cancelHandlers(run, scope)
  }
  const no = add(run, { node: start.parent ?? '', scope })
  record(run, 'entered', no)
  openScope(run, no, [start])
}

/** A pool begins beside everything else, as often as its message comes. */
const isReplacing = (run: Run, { isInterrupting, parent }: Node): boolean =>
  isInterrupting !== false && !(parent !== undefined && run.program.node(parent).isPool)

/** The event sub-processes of a scope listen no longer. */
export function cancelHandlers(run: Run, scope: number): void {
  for (const no of run.tokens.watching(scope)) if (nodeOf(run, no).type === 'start') cancel(run, no)
}

/** The first event decides; the others are cancelled. */
function fireFirst(run: Run, node: Node, gateway: number): void {
  const { scope } = tokenOf(run, gateway)
  cancelWatchers(run, gateway)
  record(run, 'left', gateway)
  const flow = nodeOf(run, gateway).outgoing.find((id) => run.program.flow(id).target === node.id)
  remove(run, gateway)
  passThrough(run, node, scope, flow)
}

/** Enters and leaves an event that has happened. */
export function passThrough(run: Run, node: Node, scope: number, via?: string): void {
  const no = add(run, { node: node.id, scope, ...(via !== undefined && { via }) })
  if (via !== undefined) emit(run, { type: 'taken', token: no, flow: via })
  record(run, 'entered', no)
  leave(run, no)
}
