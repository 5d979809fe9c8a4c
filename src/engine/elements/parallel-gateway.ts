import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import type { Node } from '../model.ts'
import { absorb, type Run, tokenOf, wait } from '../run.ts'

/** Waits for one token of each incoming flow, then takes all outgoing flows. Extra tokens wait for the next round. */
export const parallelGateway: Element = {
  enter: (run, no, node) => {
    const arrived = firstByFlow(run, no, node)
    if (arrived.size < node.incoming.length) return wait(run, no, 'join')
    absorb(run, no, arrived)
    leave(run, no, node.outgoing.map(run.program.flow))
  },
}

/** The tokens waiting at the same gateway, the oldest of each flow. */
export function firstByFlow(run: Run, no: number, node: Node): Map<string, number> {
  const { scope } = tokenOf(run, no)
  const first = new Map<string, number>()
  for (const other of [...run.tokens.waiting('join'), no]) {
    const token = tokenOf(run, other)
    const isHere = token.node === node.id && token.scope === scope
    if (isHere && token.via !== undefined && !first.has(token.via)) first.set(token.via, other)
  }
  return first
}
