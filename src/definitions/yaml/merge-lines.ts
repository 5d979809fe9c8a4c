import { isSame } from './values.ts'

/** Lines of the base, from one to before another, that a side has said differently. */
type Hunk = { from: number; to: number; lines: string[] }
type Texts = { base: string; mine: string; theirs: string }

/**
 * Larger differences are not worth the time: the texts have nothing in common any more. The libraries for this know
 * no such limit: one of them takes 22 seconds for two thousand equal lines, in which the server answers nobody.
 */
const MOST_PAIRS = 4_000_000

/**
 * Merges two texts that come from the same base, line by line. Where both changed the same lines, or lines beside
 * each other, `take` says whose are taken; undefined if that is open, or if the texts cannot be compared.
 */
export function mergeLines(texts: Texts, take: 'mine' | 'theirs' | undefined): string | undefined {
  const [base, one, other] = [texts.base, texts.mine, texts.theirs].map((text) => text.split('\n'))
  if (!base || !one || !other) return undefined
  const [mine, theirs] = [hunksOf(base, one), hunksOf(base, other)]
  if (!mine || !theirs) return take && texts[take]
  const result: string[] = []
  let at = 0
  for (const { from, to, sides } of clustersOf(mine, theirs)) {
    const said = {
      mine: applied(base, sides.mine, from, to),
      theirs: applied(base, sides.theirs, from, to),
    }
    const isBoth =
      sides.mine.length > 0 && sides.theirs.length > 0 && !isSame(said.mine, said.theirs)
    if (isBoth && take === undefined) return undefined
    const side = isBoth && take ? take : sides.mine.length > 0 ? 'mine' : 'theirs'
    result.push(...base.slice(at, from), ...said[side])
    at = to
  }
  return [...result, ...base.slice(at)].join('\n')
}

type Side = 'mine' | 'theirs'
type Cluster = { from: number; to: number; sides: Record<Side, Hunk[]> }

/** Changes of both sides that touch each other belong together. */
function clustersOf(mine: readonly Hunk[], theirs: readonly Hunk[]): Cluster[] {
  const all = [
    ...mine.map((hunk) => ({ hunk, side: 'mine' as const })),
    ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const })),
  ].sort((one, other) => one.hunk.from - other.hunk.from)
  const clusters: Cluster[] = []
  for (const { hunk, side } of all) {
    const last = clusters.at(-1)
    if (last && hunk.from <= last.to) {
      last.to = Math.max(last.to, hunk.to)
      last.sides[side].push(hunk)
    } else {
      const sides = { mine: [], theirs: [], [side]: [hunk] }
      clusters.push({ from: hunk.from, to: hunk.to, sides })
    }
  }
  return clusters
}

function applied(base: readonly string[], hunks: readonly Hunk[], from: number, to: number) {
  const lines: string[] = []
  let at = from
  for (const hunk of hunks) {
    lines.push(...base.slice(at, hunk.from), ...hunk.lines)
    at = hunk.to
  }
  return [...lines, ...base.slice(at, to)]
}

/** What a side changed; undefined if it has too much of it. */
function hunksOf(base: readonly string[], side: readonly string[]): Hunk[] | undefined {
  let start = 0
  while (start < base.length && start < side.length && base[start] === side[start]) start++
  let end = 0
  const most = Math.min(base.length, side.length) - start
  while (end < most && base.at(-1 - end) === side.at(-1 - end)) end++
  const [one, other] = [base.slice(start, base.length - end), side.slice(start, side.length - end)]
  if (one.length * other.length > MOST_PAIRS) return undefined
  const hunks: Hunk[] = []
  let [row, column] = [0, 0]
  for (const [nextRow, nextColumn] of [
    ...commonOf(one, other),
    [one.length, other.length] as const,
  ]) {
    if (nextRow > row || nextColumn > column) {
      const lines = other.slice(column, nextColumn)
      hunks.push({ from: start + row, to: start + nextRow, lines })
    }
    row = nextRow + 1
    column = nextColumn + 1
  }
  return hunks
}

/** The longest sequence of lines that both have, as pairs of places. */
function commonOf(one: readonly string[], other: readonly string[]): (readonly [number, number])[] {
  const width = other.length + 1
  const lengths = new Uint32Array((one.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: (readonly [number, number])[] = []
  let [row, column] = [0, 0]
  while (row < one.length && column < other.length) {
    if (one[row] === other[column]) pairs.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return pairs
}
