import type { Edge } from './store/membership.ts'

/**
 * The shortest paths from a member up to a unit, one per first step, shortest first. A path names every unit on
 * it, including the last.
 */
export function pathsUp(edges: Edge[], from: string, to: string): string[][] {
  const distances = distancesTo(edges, to)
  const above = Map.groupBy(edges, ({ member }) => member)
  const nearest = (id: string): string | undefined =>
    (above.get(id) ?? [])
      .map(({ unit }) => unit)
      .filter((unit) => distances.has(unit))
      .sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0))[0]
  const walk = (first: string): string[] => {
    const path = [first]
    for (let at = nearest(first); at && path.at(-1) !== to; at = nearest(at)) path.push(at)
    return path
  }
  return (above.get(from) ?? [])
    .filter(({ unit }) => distances.has(unit))
    .map(({ unit }) => walk(unit))
    .sort((a, b) => a.length - b.length)
}

/** How many steps each unit is below `to`. */
function distancesTo(edges: Edge[], to: string): Map<string, number> {
  const below = Map.groupBy(edges, ({ unit }) => unit)
  const distances = new Map([[to, 0]])
  for (const [id, distance] of distances) {
    for (const { member } of below.get(id) ?? []) {
      if (!distances.has(member)) distances.set(member, distance + 1)
    }
  }
  return distances
}
