import type { Node } from './model.ts'
import { ROOT } from './program.ts'
import { place, type Run, tokenOf, wait } from './run.ts'
import { arm } from './watchers.ts'

/** Lets a sub-process begin inside of a token, at its plain start event or at the given one. */
export function openScope(run: Run, no: number, start?: Node): void {
  const { node } = tokenOf(run, no)
  wait(run, no, 'inside')
  begin(run, no, start ?? run.program.facts(node).starts[0])
}

/** Lets the process itself begin. */
export function openProcess(run: Run, start: Node): void {
  begin(run, 0, start)
}

function begin(run: Run, scope: number, start: Node | undefined): void {
  const id = scope === 0 ? ROOT : tokenOf(run, scope).node
  arm(run, scope, run.program.facts(id).handlers)
  if (start) place(run, { node: start.id, scope })
}
