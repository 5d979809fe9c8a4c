import type { Node } from './model.ts'
import { nodesOf } from './model.ts'
import type { Program } from './program.ts'
import type { Run } from './run.ts'
import type { Token } from './state.ts'

/** Rounds that an instance makes in an hour before somebody is asked. */
export const MOST_ROUNDS = 5000
/** Rounds that each run of a loop over a list may add. */
export const ROUNDS_PER_RUN = 20

const HOUR = 3_600_000

const heads = new WeakMap<Program, ReadonlySet<string>>()

/** Whether a token that enters its element comes round: along a cycle of flows, or in a loop with a condition. */
export function isRound({ program }: Run, { node, run }: Token): boolean {
  if (run !== undefined) return run > 0 && program.node(node).loop?.kind === 'standard'
  const known = heads.get(program) ?? findHeads(program)
  heads.set(program, known)
  return known.has(node)
}

/** Counts a round; false if there were too many within an hour. */
export function mayGoRound(run: Run, most: number): boolean {
  const { since, count } = run.rounds ?? { since: run.now, count: 0 }
  const isOld = Date.parse(run.now) - Date.parse(since) >= HOUR
  run.rounds = isOld ? { since: run.now, count: 1 } : { since, count: count + 1 }
  return run.rounds.count <= most
}

/** The elements at which cycles close: whoever comes back comes through one of them. */
function findHeads(program: Program): Set<string> {
  const [open, over, found] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const first = nodesOf(program.model).toSorted((a, b) => a.incoming.length - b.incoming.length)
  for (const { id: start } of first) {
    const path = over.has(start) ? [] : [{ id: start, ways: after(program, program.node(start)) }]
    for (let at = path.at(-1); at; at = path.at(-1)) {
      open.add(at.id)
      const next = at.ways.pop()
      if (next === undefined) {
        open.delete(at.id)
        over.add(at.id)
        path.pop()
      } else if (open.has(next)) found.add(next)
      else if (!over.has(next)) path.push({ id: next, ways: after(program, program.node(next)) })
    }
  }
  return found
}

/** The successors of an element: along a flow, over a link, through its boundary events. */
const after = (program: Program, node: Node): string[] => [
  ...node.outgoing.map((id) => program.flow(id).target),
  ...program.facts(node.id).border.map(({ id }) => id),
  ...(node.trigger?.kind === 'link' && node.isThrowing
    ? program.linked(node).map(({ id }) => id)
    : []),
]
