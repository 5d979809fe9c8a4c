import { cancelInside, cancelWatchers } from './cancel.ts'
import type { Flow } from './model.ts'
import { contextOf, emit, nodeOf, place, type Run, raise, record, remove, tokenOf } from './run.ts'
import type { End } from './state.ts'

/**
 * A token has done what its element is for. It goes on along the given flows, or along those that an
 * activity has: every flow without a condition, every one whose condition holds, and the default one
 * when no condition holds.
 */
export function leave(run: Run, no: number, flows?: Flow[]): void {
  const ways = flows ?? waysOut(run, no)
  if (!ways) return
  const { scope } = tokenOf(run, no)
  cancelWatchers(run, no)
  record(run, 'left', no)
  for (const flow of ways) take(run, no, flow)
  remove(run, no)
  settle(run, scope)
}

/** Puts a new token on its way: each visit of an element has a number of its own. */
function take(run: Run, no: number, { id, target }: Flow): void {
  const { scope } = tokenOf(run, no)
  const token = place(run, { node: target, scope, via: id })
  emit(run, { type: 'taken', token, flow: id })
}

function waysOut(run: Run, no: number): Flow[] | undefined {
  const { outgoing, defaultFlow } = nodeOf(run, no)
  const flows = outgoing.filter((id) => id !== defaultFlow).map(run.program.flow)
  const context = contextOf(run, no)
  const open = flows.filter(
    ({ condition }) => condition === '' || run.program.expressions.holds(condition, context),
  )
  const hasHeld = open.some(({ condition }) => condition !== '')
  if (defaultFlow !== undefined && !hasHeld) open.push(run.program.flow(defaultFlow))
  if (open.length > 0 || outgoing.length === 0) return open
  raise(run, no, 'no-way', 'no condition holds and there is no default flow')
  return undefined
}

/** Ends a scope that nothing keeps alive any more. */
export function settle(run: Run, scope: number): void {
  if ((run.alive.get(scope) ?? 0) > 0) return
  if (scope === 0) finish(run, { kind: 'done' })
  else leave(run, scope)
}

/** Ends the instance, with whatever still runs in it. */
export function finish(run: Run, end: End): void {
  cancelInside(run, 0)
  cancelWatchers(run, 0)
  run.ready.length = 0
  run.end = end
  emit(run, { type: 'ended', end, values: run.variables })
}
