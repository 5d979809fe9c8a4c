import { editYaml } from './edit.ts'
import { readValue } from './tree.ts'
import { isSame, isValues, type KeyPath, type Values } from './values.ts'

/** A key that both sides changed, differently. undefined = it is not there. */
export type Conflict = { at: KeyPath; base: unknown; mine: unknown; theirs: unknown }
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
    return mergeMaps({ base: base ?? {}, mine, theirs }, at, choose)
  }
  const [one, two, three] = [byCode(base), byCode(mine), byCode(theirs)]
  if (!one || !two || !three) return mergeWhole(sides, choose, at)
  const { result, conflicts } = mergeMaps({ base: one, mine: two, theirs: three }, at, choose)
  return { result: Object.values(result), conflicts }
}

function mergeMaps(maps: Sides<Values>, at: KeyPath, choose: Choose): Merged<Values> {
  const conflicts: Conflict[] = []
  const entries = keysInOrder(maps).flatMap((key): [string, unknown][] => {
    const sides = {
      base: own(maps.base, key),
      mine: own(maps.mine, key),
      theirs: own(maps.theirs, key),
    }
    const merged = mergeValues(sides, [...at, key], choose)
    conflicts.push(...merged.conflicts)
    return merged.result === undefined ? [] : [[key, merged.result]]
  })
  return { result: Object.fromEntries(entries), conflicts }
}

const own = (map: Values, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined)

/** In the order of the side that changed it; what only the other one has follows what it follows there. */
function keysInOrder({ base, mine, theirs }: Sides<Values>): string[] {
  const isReordered = (side: Values) => {
    const stayed = Object.keys(base).filter((key) => Object.hasOwn(side, key))
    return !isSame(
      Object.keys(side).filter((key) => Object.hasOwn(base, key)),
      stayed,
    )
  }
  const [first, other] = isReordered(mine) && !isReordered(theirs) ? [mine, theirs] : [theirs, mine]
  const order = Object.keys(first)
  for (const [at, key] of Object.keys(other).entries()) {
    if (order.includes(key)) continue
    const before = Object.keys(other)[at - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  }
  return order
}

/** Lists of things with codes are merged like maps. */
function byCode(value: unknown): Values | undefined {
  if (!Array.isArray(value)) return undefined
  const entries = value.map((each) => [isValues(each) ? each.code : undefined, each] as const)
  const codes = new Set(entries.map(([code]) => code))
  const isCoded = entries.every(([code]) => typeof code === 'string') && codes.size === value.length
  return isCoded ? Object.fromEntries(entries) : undefined
}
