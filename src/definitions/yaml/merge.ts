import { editYaml } from './edit.ts'
import { mergeLines } from './merge-lines.ts'
import { type Entries, toEntries } from './merge-lists.ts'
import { readValue } from './tree.ts'
import { isSame, isValues, type KeyPath, type Values } from './values.ts'

/** A key that both sides changed, differently. undefined = it is not there. */
export type Conflict = {
  at: KeyPath
  base: unknown
  mine: unknown
  theirs: unknown
  /** Both put the keys of a map, or the members of a list, in another order: the three are lists of them. */
  isOrder?: true
}
export type Take = 'mine' | 'theirs'
/** What to take at a path; undefined = not decided yet. */
export type Choose = (at: KeyPath) => Take | undefined

export type Sides<T> = { base: T; mine: T; theirs: T }
type Merged<T> = { result: T; conflicts: Conflict[] }

/** Merges two texts that come from the same base, key by key. */
export function mergeYaml(texts: Sides<string>, choose: Choose): Merged<string> {
  const { base, mine, theirs } = texts
  if (mine === theirs || base === theirs) return { result: mine, conflicts: [] }
  if (base === mine) return { result: theirs, conflicts: [] }
  const [one, two, three] = [readValue(base), readValue(mine), readValue(theirs)]
  if (!one || !two || !three) return mergeWhole(texts, choose)
  const values = { base: one.value, mine: two.value, theirs: three.value }
  const { result, conflicts } = mergeValues(values, [], choose)
  // Whoever changed no value changed comments: those are kept.
  const text = isSame(values.base, values.mine) ? mine : theirs
  return { result: editYaml(text, [{ op: 'set', at: [], value: result }]), conflicts }
}

/** What cannot be merged key by key is taken from one side. */
export function mergeWhole<T>(sides: Sides<T>, choose: Choose, at: KeyPath = []): Merged<T> {
  const { base, mine, theirs } = sides
  if (isSame(mine, theirs) || isSame(base, theirs)) return { result: mine, conflicts: [] }
  if (isSame(base, mine)) return { result: theirs, conflicts: [] }
  const take = choose(at)
  if (take === undefined) return { result: theirs, conflicts: [{ at, ...sides }] }
  return { result: sides[take], conflicts: [] }
}

function mergeValues(sides: Sides<unknown>, at: KeyPath, choose: Choose): Merged<unknown> {
  const { base, mine, theirs } = sides
  if (isValues(mine) && isValues(theirs) && (isValues(base) || base === undefined)) {
    const maps = { base: toMap(base ?? {}), mine: toMap(mine), theirs: toMap(theirs) }
    const { result, conflicts } = mergeMaps(maps, at, choose)
    return { result: Object.fromEntries(result), conflicts }
  }
  if (isText(base) && isText(mine) && isText(theirs)) {
    return mergeText({ base, mine, theirs }, at, choose)
  }
  if (!Array.isArray(mine) || !Array.isArray(theirs) || !Array.isArray(base ?? [])) {
    return mergeWhole(sides, choose, at)
  }
  const lists = { base: (base ?? []) as unknown[], mine, theirs }
  const entries = isOneSided(sides) ? undefined : toEntries(lists)
  if (!entries) return mergeWhole(sides, choose, at)
  const { result, conflicts } = mergeMaps(entries, at, choose)
  return { result: [...result.values()], conflicts }
}

/** Programs and other texts of several lines. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trimEnd().includes('\n')

/** Line by line: a choice is about the lines that both changed. */
function mergeText(sides: Sides<string>, at: KeyPath, choose: Choose): Merged<string> {
  const result = isOneSided(sides) ? undefined : mergeLines(sides, choose(at))
  return result === undefined ? mergeWhole(sides, choose, at) : { result, conflicts: [] }
}

const isOneSided = ({ base, mine, theirs }: Sides<unknown>): boolean =>
  isSame(mine, theirs) || isSame(base, theirs) || isSame(base, mine)

const toMap = (values: Values): Entries => new Map(Object.entries(values))

function mergeMaps(maps: Sides<Entries>, at: KeyPath, choose: Choose): Merged<Entries> {
  const { order, conflicts } = mergeOrder(maps, at, choose)
  const entries = order.flatMap((key): [string | number, unknown][] => {
    const sides = {
      base: maps.base.get(key),
      mine: maps.mine.get(key),
      theirs: maps.theirs.get(key),
    }
    const merged = mergeValues(sides, [...at, key], choose)
    conflicts.push(...merged.conflicts)
    return merged.result === undefined ? [] : [[key, merged.result]]
  })
  return { result: new Map(entries), conflicts }
}

/** In the order of the side that changed it; what only the other one has follows what it follows there. */
function mergeOrder({ base, mine, theirs }: Sides<Entries>, at: KeyPath, choose: Choose) {
  const shared = (side: Entries, other: Entries) => [...side.keys()].filter((key) => other.has(key))
  const isReordered = (side: Entries) => !isSame(shared(side, base), shared(base, side))
  const conflicts: Conflict[] = []
  let side: Take = isReordered(mine) ? 'mine' : 'theirs'
  if (
    side === 'mine' &&
    isReordered(theirs) &&
    !isSame(shared(mine, theirs), shared(theirs, mine))
  ) {
    const chosen = choose(at)
    if (chosen === undefined) {
      const keys = { base: [...base.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] }
      conflicts.push({ at, ...keys, isOrder: true })
    }
    side = chosen ?? 'theirs'
  }
  const [first, other] = side === 'mine' ? [mine, theirs] : [theirs, mine]
  return { order: withAdded([...first.keys()], [...other.keys()]), conflicts }
}

function withAdded<K>(order: K[], other: readonly K[]): K[] {
  const known = new Set(order)
  for (const [at, key] of other.entries()) {
    if (known.has(key)) continue
    const before = other[at - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
    known.add(key)
  }
  return order
}
