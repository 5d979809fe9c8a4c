import type { Node } from './model.ts'

/**
 * Where a process or a sub-process begins, given the elements directly inside it: at its start events, or
 * without any at every element that no flow leads to.
 */
export function initialsOf(nodes: readonly Node[]): Node[] {
  const starts = nodes.filter(({ type }) => type === 'start')
  return starts.length > 0 ? starts : nodes.filter(isUnpreceded)
}

/** Boundary events, event sub-processes, compensation and link targets begin by something else. */
const isUnpreceded = (node: Node): boolean =>
  node.incoming.length === 0 &&
  node.type !== 'end' &&
  node.attachedTo === undefined &&
  !node.isHandler &&
  !node.isPool &&
  !node.isForCompensation &&
  (node.trigger?.kind !== 'link' || node.isThrowing === true)
