/** A directed graph: the successors of each node. */
export type Edges = Map<string, string[]>

/** The immediate dominator of each node: the last node that every path from the root to it passes. */
export type Dominators = {
  of(id: string): string | undefined
  /** The nearest common dominator of two nodes. */
  common(one: string, other: string): string
}

/** Cooper, Harvey and Kennedy: "A Simple, Fast Dominance Algorithm". */
export function dominatorsOf(next: Edges, root: string): Dominators {
  const order = postorder(next, root)
  const rank = new Map(order.map((id, index) => [id, index]))
  const before = reverse(next)
  const dominators = new Map([[root, root]])
  const rankOf = (id: string) => rank.get(id) ?? -1
  const above = (id: string) => dominators.get(id) ?? root
  const common = (one: string, other: string): string => {
    let [a, b] = [one, other]
    while (a !== b) {
      while (rankOf(a) < rankOf(b)) a = above(a)
      while (rankOf(b) < rankOf(a)) b = above(b)
    }
    return a
  }
  const inOrder = order.toReversed().filter((id) => id !== root)
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (const id of inOrder) {
      const known = (before.get(id) ?? []).filter((each) => dominators.has(each))
      const [first] = known
      if (first === undefined) continue
      const dominator = known.reduce(common, first)
      if (dominators.get(id) === dominator) continue
      dominators.set(id, dominator)
      hasChanged = true
    }
  }
  return { of: (id) => (id === root ? undefined : dominators.get(id)), common }
}

export function reverse(next: Edges): Edges {
  const before: Edges = new Map()
  for (const [id, targets] of next) {
    for (const target of targets) {
      const sources = before.get(target)
      if (sources) sources.push(id)
      else before.set(target, [id])
    }
  }
  return before
}

/** All reachable nodes, each after its successors. Iterative, because models may be long. */
export function postorder(next: Edges, root: string, seen = new Set<string>()): string[] {
  const order: string[] = []
  seen.add(root)
  const stack = [{ id: root, rest: [...(next.get(root) ?? [])] }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const id = top.rest.pop()
    if (id === undefined) {
      order.push(top.id)
      stack.pop()
    } else if (!seen.has(id)) {
      seen.add(id)
      stack.push({ id, rest: [...(next.get(id) ?? [])] })
    }
  }
  return order
}

/** Strongly connected components (Kosaraju): nodes of one cycle share a number. */
export function cyclesOf(next: Edges): Map<string, number> {
  const seen = new Set<string>()
  const order = [...next.keys()].flatMap((id) => (seen.has(id) ? [] : postorder(next, id, seen)))
  const before = reverse(next)
  const cycles = new Map<string, number>()
  const found = new Set<string>()
  for (const [number, root] of order.toReversed().entries()) {
    if (found.has(root)) continue
    for (const id of postorder(before, root, found)) cycles.set(id, number)
  }
  return cycles
}
