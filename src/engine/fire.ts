import { cancel, cancelInside, cancelWatchers } from './cancel.ts'
import { leave } from './leave.ts'
import { takeOver } from './mapping.ts'
import type { Node } from './model.ts'
import { add, emit, nodeOf, type Run, record, remove, tokenOf, update } from './run.ts'
import { openScope } from './scope.ts'
import type { Values, Wait } from './state.ts'
import { nextDue } from './time/timer.ts'

/** What the token waited for has happened. */
export function fire(run: Run, no: number, values?: Values): void {
  const { watches, waits, scope } = tokenOf(run, no)
  const node = nodeOf(run, no)
  if (values) takeOver(run, node, values)
  const isStaying = watches !== undefined && node.isInterrupting === false && staysArmed(run, no)
  if (!isStaying && SUBSCRIBED.has(waits)) emit(run, { type: 'unsubscribe', token: no })
  if (watches !== undefined && !isStaying) remove(run, no)
  if (watches === undefined) leave(run, no)
  else if (node.attachedTo !== undefined) fireBoundary(run, node, watches, scope)
  else if (node.type === 'start') fireHandler(run, node, scope)
  else fireFirst(run, node, watches)
}

const SUBSCRIBED = new Set<Wait | undefined>(['message', 'signal', 'status'])

/** A non-interrupting watcher keeps watching; a timer only as long as it repeats. */
function staysArmed(run: Run, no: number): boolean {
  const { waits, due, repeats } = tokenOf(run, no)
  if (waits === 'status') return false
  if (waits !== 'timer') return true
  if (due === undefined || repeats === undefined || repeats === 0) return false
  const node = nodeOf(run, no)
  const next = nextDue(run, no, node, due)
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
  if (start.isInterrupting !== false) {
    cancelInside(run, scope)
    for (const [no, token] of run.tokens) {
      if (token.watches === scope && nodeOf(run, no).type === 'start') cancel(run, no)
    }
  }
  const no = add(run, { node: start.parent ?? '', scope })
  record(run, 'entered', no)
  openScope(run, no, start)
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
function passThrough(run: Run, node: Node, scope: number, via?: string): void {
  const no = add(run, { node: node.id, scope, ...(via !== undefined && { via }) })
  if (via !== undefined) emit(run, { type: 'taken', token: no, flow: via })
  record(run, 'entered', no)
  leave(run, no)
}
