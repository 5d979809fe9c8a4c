import { inputsOf } from './mapping.ts'
import type { Node } from './model.ts'
import { ROOT } from './program.ts'
import { nodeOf, place, type Run, tokenOf, update } from './run.ts'
import { arm } from './watchers.ts'

/** Starts a sub-process inside a token, with the variables of its own, at the given elements or where it begins. */
export function openScope(run: Run, no: number, starts?: readonly Node[]): void {
  const node = nodeOf(run, no)
  const { inputs } = run.program.facts(node.id)
  const locals = { ...tokenOf(run, no).locals, ...(inputs.length > 0 && inputsOf(run, no, node)) }
  update(run, no, {
    waits: node.adHoc ? 'selection' : 'inside',
    ...(node.adHoc && { isOpen: true }),
    ...(inputs.length > 0 && { locals }),
  })
  begin(run, no, node.calls ?? node.id, starts)
}

/** Starts the process itself. */
export function openProcess(run: Run, starts: readonly Node[]): void {
  begin(run, 0, ROOT, starts)
  for (const node of run.program.facts(ROOT).pools) place(run, { node, scope: 0 })
}

function begin(run: Run, scope: number, id: string, given?: readonly Node[]): void {
  const { handlers, starts } = run.program.facts(id)
  arm(run, scope, handlers)
  for (const { id: node } of given ?? starts) place(run, { node, scope })
}
