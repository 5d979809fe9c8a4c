import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import type { Flow } from '../model.ts'
import { contextOf, type Run, raise } from '../run.ts'

/** The first flow whose condition holds; else the default one, or the only one without a condition. */
export const exclusiveGateway: Element = {
  enter: (run, no, { outgoing, defaultFlow }) => {
    if (outgoing.length === 0) return leave(run, no, [])
    const flow = choose(run, no, outgoing.map(run.program.flow), defaultFlow)
    if (flow) leave(run, no, [flow])
    else raise(run, no, 'no-way', 'no condition holds and there is no default flow')
  },
}

export function choose(
  run: Run,
  no: number,
  flows: Flow[],
  defaultFlow?: string,
): Flow | undefined {
  const context = contextOf(run, no)
  const held = flows.find(
    ({ id, condition }) =>
      id !== defaultFlow && condition !== '' && run.program.expressions.holds(condition, context),
  )
  return held ?? flows.find(({ id, condition }) => id === defaultFlow || condition === '')
}
