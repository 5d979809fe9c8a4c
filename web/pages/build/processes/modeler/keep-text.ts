/** Lines of two texts that are the same, by number; undefined where they differ too much. */
type Pairs = Map<number, number>

const MOST = 4_000_000

/**
 * Writes what changed between two printed texts into the text as somebody wrote it: its comments, line
 * breaks and indents stay where nothing changed. Undefined where that cannot be done.
 */
export function keepText(written: string, printed: string, changed: string): string | undefined {
  const [own, before, after] = [written, printed, changed].map((text) => text.split('\n')) as [
    string[],
    string[],
    string[],
  ]
  const toOwn = pairLines(before, own)
  const toAfter = pairLines(before, after)
  if (!toOwn || !toAfter) return undefined
  const result: string[] = []
  let [o, b, a] = [0, 0, 0]
  while (b <= before.length) {
    const next = nextAnchor(before.length, b, toOwn, toAfter)
    const [ownEnd, afterEnd] = next
      ? [toOwn.get(next.at) as number, toAfter.get(next.at) as number]
      : [own.length, after.length]
    const end = next ? next.at : before.length
    const isSame = isEqual(before.slice(b, end), after.slice(a, afterEnd))
    result.push(...(isSame ? own.slice(o, ownEnd) : after.slice(a, afterEnd)))
    if (!next) break
    result.push(own[ownEnd] as string)
    ;[o, b, a] = [ownEnd + 1, end + 1, afterEnd + 1]
  }
  return result.join('\n')
}

/** The next line that all three texts have. */
function nextAnchor(length: number, from: number, ...pairs: Pairs[]): { at: number } | undefined {
  for (let at = from; at < length; at++) if (pairs.every((each) => each.has(at))) return { at }
  return undefined
}

const isEqual = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((line, at) => line.trim() === other[at]?.trim())

/** The longest common sequence of lines; indents do not count. */
function pairLines(one: readonly string[], other: readonly string[]): Pairs | undefined {
  const [left, right] = [one, other].map((lines) => lines.map((line) => line.trim())) as [
    string[],
    string[],
  ]
  const pairs: Pairs = new Map()
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) {
    pairs.set(start, start++)
  }
  let [m, n] = [left.length, right.length]
  while (m > start && n > start && left[m - 1] === right[n - 1]) pairs.set(--m, --n)
  return addMiddle(pairs, { left, right, start, m, n }) ? pairs : undefined
}

type Middle = { left: string[]; right: string[]; start: number; m: number; n: number }

function addMiddle(pairs: Pairs, { left, right, start, m, n }: Middle): boolean {
  const [rows, columns] = [m - start, n - start]
  if (rows * columns > MOST) return false
  const width = columns + 1
  const lengths = new Uint32Array((rows + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] as number
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const isSame = left[start + i] === right[start + j]
      lengths[i * width + j] = isSame ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
    if (left[start + i] === right[start + j]) pairs.set(start + i++, start + j++)
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return true
}
