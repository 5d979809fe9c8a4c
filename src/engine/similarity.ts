import { distance } from 'fastest-levenshtein'
import { isAlike } from './migrate.ts'
import { type Model, type Node, nodesOf } from './model.ts'

/** An element of an old version, and the one of the new version that has probably taken its place. */
export type Suggestion = { from: string; to: string; score: number }

/** Less than this is a guess. */
const LEAST = 0.5
/** Of more new elements nobody wants to hear guesses, and each is compared with each. */
const MOST = 300

/**
 * Elements that the new version does not have, with the new element of the same kind that is most like each:
 * by its name, its id and what is around it. Every element is suggested once.
 */
export function suggestMapping(from: Model, to: Model): Suggestion[] {
  const gone = nodesOf(from).filter(({ id }) => !isKept(from, to, id))
  const fresh = nodesOf(to).filter(({ id }) => !isKept(from, to, id))
  const pairs = gone.slice(0, MOST).flatMap((old) =>
    fresh
      .slice(0, MOST)
      .filter((node) => isAlike(old, node))
      .map((node) => ({ from: old.id, to: node.id, score: likeness(from, old, to, node) })),
  )
  const taken = new Set<string>()
  return pairs
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score)
    .filter((pair) => {
      const names = [`from ${pair.from}`, `to ${pair.to}`]
      if (names.some((name) => taken.has(name))) return false
      for (const name of names) taken.add(name)
      return true
    })
}

function isKept(from: Model, to: Model, id: string): boolean {
  const [old, node] = [from.nodes[id], to.nodes[id]]
  return old !== undefined && node !== undefined && isAlike(old, node)
}

function likeness(from: Model, old: Node, to: Model, node: Node): number {
  const name = old.name === '' || node.name === '' ? 0 : similar(old.name, node.name)
  const around = overlap(neighbours(from, old), neighbours(to, node))
  return Math.round((0.5 * name + 0.2 * similar(old.id, node.id) + 0.3 * around) * 100) / 100
}

function similar(a: string, b: string): number {
  const [one, two] = [a.toLowerCase().slice(0, 200), b.toLowerCase().slice(0, 200)]
  return 1 - distance(one, two) / Math.max(one.length, two.length, 1)
}

/** Where its flows come from and lead to. */
const neighbours = ({ flows }: Model, { incoming, outgoing }: Node): Set<string> =>
  new Set([
    ...incoming.map((id) => `from ${flows[id]?.source}`),
    ...outgoing.map((id) => `to ${flows[id]?.target}`),
  ])

const overlap = (a: Set<string>, b: Set<string>): number =>
  a.size + b.size === 0 ? 0 : a.intersection(b).size / a.union(b).size
