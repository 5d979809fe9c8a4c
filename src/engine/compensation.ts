import { cancel, cancelInside } from './cancel.ts'
import { forgetDone, takeDone } from './done.ts'
import { cancelHandlers, fire } from './fire.ts'
import { leave, settle } from './leave.ts'
import { isScope, type Trigger } from './model.ts'
import { add, nodeOf, place, type Run, record, remove, tokenOf, update } from './run.ts'
import { openScope } from './scope.ts'
import type { Done, Token } from './state.ts'

/** Undoes one activity, or everything that was completed around the event; then the event is left. */
export function compensate(run: Run, no: number, { name, value }: Trigger): void {
  const undo = name === '' ? doneAround(run, no) : doneNamed(run, no, name)
  const { node, scope } = tokenOf(run, no)
  if (value === 'continue') {
    add(run, { node, scope, waits: 'compensation', undo, isPast: true })
    leave(run, no)
  } else update(run, no, { waits: 'compensation', undo })
}

/** An event sub-process undoes what was done in the scope that it belongs to. */
function scopeAround(run: Run, no: number): number {
  let { scope } = tokenOf(run, no)
  while (scope !== 0 && nodeOf(run, scope).isHandler) scope = tokenOf(run, scope).scope
  return scope
}

function doneAround(run: Run, no: number): Done[] {
  const scope = scopeAround(run, no)
  return takeDone(run, (done) => done.scope === scope)
}

function doneNamed(run: Run, no: number, node: string): Done[] {
  for (let scope = scopeAround(run, no); ; scope = tokenOf(run, scope).scope) {
    const found = takeDone(run, (done) => done.scope === scope && done.node === node)
    if (found.length > 0 || scope === 0) return found
  }
}

/**
 * A transaction is cancelled: what runs in it ends, what was completed in it is undone. The cancel event on its
 * border ends all of its runs, so all of them are undone; without one, only the run that was cancelled.
 */
export function cancelTransaction(run: Run, no: number): void {
  const { run: nth, scope: loop } = tokenOf(run, no)
  const scope = nth !== undefined && cancelEventOn(run, loop) !== undefined ? loop : no
  run.ready.delete(scope)
  const undo = takeDone(run, (done) => isWithin(run, done.scope, scope)).map((done) =>
    broughtTo(run, done, scope),
  )
  cancelInside(run, scope)
  cancelHandlers(run, scope)
  disarmBorder(run, scope)
  update(run, scope, { waits: 'compensation', undo, isCancelled: true })
}

function isWithin(run: Run, no: number, scope: number): boolean {
  let at = no
  while (at !== scope && at !== 0) at = run.tokens.get(at)?.scope ?? 0
  return at === scope
}

/** What was done in a sub-process that did not come to its end is undone in the transaction, with its values. */
function broughtTo(run: Run, done: Done, scope: number): Done {
  if (done.scope === scope) return done
  let { locals } = done
  for (let at = done.scope; at !== scope; at = tokenOf(run, at).scope) {
    locals = { ...tokenOf(run, at).locals, ...locals }
  }
  return { ...done, scope, ...(locals && { locals }) }
}

/** Nothing interrupts the undoing of a transaction but an error in it. */
function disarmBorder(run: Run, scope: number): void {
  for (const no of run.tokens.watching(scope)) {
    const { kind = '' } = nodeOf(run, no).trigger ?? {}
    if (kind !== 'cancel' && kind !== 'error') cancel(run, no)
  }
}

/** Undoes the next activity where the previous one is undone. Returns whether something moved. */
export function settleCompensation(run: Run): boolean {
  for (const no of run.tokens.waiting('compensation')) {
    const { undoing, undo = [] } = tokenOf(run, no)
    if (undoing !== undefined && run.tokens.has(undoing)) continue
    const next = undo.at(-1)
    if (next) update(run, no, { undo: undo.slice(0, -1), undoing: begin(run, no, next) })
    else end(run, no)
    return true
  }
  return false
}

/** Starts what undoes an activity and returns its token. */
function begin(run: Run, no: number, done: Done): number {
  const { undoneBy, undoStart } = run.program.facts(done.node)
  const { isPast } = tokenOf(run, no)
  // What was done inside a completed sub-process is undone inside the token that stands for it now.
  const isInside = isPast === true && done.scope !== 0 && !run.tokens.has(done.scope)
  const scope = isInside ? no : done.scope
  if (undoneBy !== undefined) {
    const locals = nodeIsScope(run, done.node) ? undefined : done.locals
    return place(run, { node: undoneBy, scope, isUndoing: true, ...(locals && { locals }) })
  }
  const past: Token = {
    node: done.node,
    scope,
    waits: 'compensation',
    isPast: true,
    ...(done.locals && { locals: done.locals }),
  }
  if (!undoStart) return add(run, { ...past, undo: done.inner ?? [] })
  const opened = add(run, { ...past, undo: [] })
  run.done = [...run.done, ...(done.inner ?? []).map((each) => ({ ...each, scope: opened }))]
  const handler = add(run, { node: undoStart.parent ?? '', scope: opened, isUndoing: true })
  record(run, 'entered', handler)
  openScope(run, handler, [undoStart])
  update(run, opened, { undoing: handler })
  return opened
}

const nodeIsScope = (run: Run, id: string): boolean => isScope(run.program.node(id))

/** Everything is undone. */
function end(run: Run, no: number): void {
  const { isPast, isCancelled, scope } = tokenOf(run, no)
  if (isCancelled) leaveCancelled(run, no)
  else if (isPast) {
    forgetDone(run, no)
    remove(run, no)
    settle(run, scope)
  } else leave(run, no)
}

/** A cancelled transaction is left through its cancel event; without one, its path ends. */
function leaveCancelled(run: Run, no: number): void {
  const { run: nth, scope } = tokenOf(run, no)
  // States stored before all runs were undone have the event on the loop around the cancelled one.
  const event = cancelEventOn(run, nth === undefined ? no : scope)
  if (event !== undefined) fire(run, event)
  else leave(run, no, [])
}

const cancelEventOn = (run: Run, no: number): number | undefined =>
  run.tokens.watching(no).find((each) => nodeOf(run, each).trigger?.kind === 'cancel')
