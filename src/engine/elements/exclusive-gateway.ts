import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import type { Flow } from '../model.ts'
import { contextOf, type Run, raise, tokenOf } from '../run.ts'

/** Takes the first flow whose condition holds, else the default flow or the only flow without a condition. */
export const exclusiveGateway: Element = {
  enter: (run, no, { outgoing }) => {
    const flow = choose(run, no)
    if (flow) leave(run, no, [flow])
    else if (outgoing.length === 0) leave(run, no, [])
    else raise(run, no, 'no-way', 'no condition holds and there is no default flow')
  },
}

export function choose(run: Run, no: number): Flow | undefined {
  const { always, asked, otherwise } = run.program.facts(tokenOf(run, no).node)
  if (asked.length === 0) return otherwise ?? always[0]
  const context = contextOf(run, no)
  const { holds } = run.program.expressions
  return asked.find(({ condition }) => holds(condition, context)) ?? otherwise ?? always[0]
}
