import type { Node } from './model.ts'
import { ROOT } from './program.ts'
import { place, type Run, tokenOf, wait } from './run.ts'
import { arm } from './watchers.ts'

/** Starts a sub-process inside a token, at its plain start event or at the given one. */
export function openScope(run: Run, no: number, start?: Node): void {
  const { node } = tokenOf(run, no)
  wait(run, no, 'inside')
  begin(run, no, start ?? run.program.facts(node).starts[0])
}

/** Starts the process itself. */
export function openProcess(run: Run, start: Node): void {
  begin(run, 0, start)
}

function begin(run: Run, scope: number, start: Node | undefined): void {
  const id = scope === 0 ? ROOT : tokenOf(run, scope).node
  arm(run, scope, run.program.facts(id).handlers)
  if (start) place(run, { node: start.id, scope })
}
