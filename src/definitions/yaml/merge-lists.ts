import type { Sides } from './merge.ts'
import { isSame, isValues } from './values.ts'

/** A map, not an object: that would put codes which are numbers first. */
export type Entries = ReadonlyMap<string | number, unknown>

/** What tells members of a list apart, the first that all of them have. */
const KEYS = ['code', 'id', 'name', 'widget']
/** Those that people change: of one that both sides call something else, two would be made. */
const CHANGED = ['name', 'widget']

/**
 * The members of three lists by what they are: by their code or another key of their own, else by their
 * places between members that stayed the same, and by what they are like. Undefined if the lists can only be taken as a whole.
 */
export function toEntries(lists: Sides<unknown[]>): Sides<Entries> | undefined {
  const all = [...lists.base, ...lists.mine, ...lists.theirs]
  if (all.every((each) => typeof each === 'string')) {
    return onlyAdds(lists) ? byKey(lists, '') : undefined
  }
  if (!all.every((each) => isValues(each) || typeof each === 'string')) return undefined
  return byOwnKey(lists) ?? byPlace(lists)
}

/** Undefined unless the members of each list have something of their own. */
export function byOwnKey(lists: Sides<unknown[]>): Sides<Entries> | undefined {
  for (const key of KEYS) {
    const found = byKey(lists, key)
    if (found && !(CHANGED.includes(key) && isReplaced(found))) return found
  }
  return undefined
}

/** Of a list of texts, a text that goes and one that comes may be the same thing. */
const onlyAdds = ({ base, mine, theirs }: Sides<unknown[]>): boolean =>
  base.every((each) => mine.includes(each) && theirs.includes(each))

function byKey({ base, mine, theirs }: Sides<unknown[]>, key: string): Sides<Entries> | undefined {
  const [one, two, three] = [keyed(base, key), keyed(mine, key), keyed(theirs, key)]
  return one && two && three && { base: one, mine: two, theirs: three }
}

/** Whether both sides have lost the same member and have new ones. */
function isReplaced({ base, mine, theirs }: Sides<Entries>): boolean {
  const hasNew = (side: Entries) => [...side.keys()].some((key) => !base.has(key))
  const isLost = [...base.keys()].some((key) => !mine.has(key) && !theirs.has(key))
  return isLost && hasNew(mine) && hasNew(theirs)
}

/** Undefined unless each has a key of its own. */
function keyed(list: readonly unknown[], key: string): Entries | undefined {
  const keys = list.map((each) => (isValues(each) ? each[key] : each))
  const isOwn = keys.every((each) => typeof each === 'string' || typeof each === 'number')
  const found = new Map(list.map((each, at) => [String(keys[at]), each]))
  return isOwn && found.size === list.length ? found : undefined
}

const MOST_COMPARED = 1_000_000

/** Those of the base by their index; others by the index of the one they were, or by what they say. */
export function byPlace({ base, mine, theirs }: Sides<unknown[]>): Sides<Entries> | undefined {
  if (base.length * Math.max(mine.length, theirs.length) > MOST_COMPARED) return undefined
  const toMap = (list: unknown[]) => new Map(placesOf(base, list).map((key, at) => [key, list[at]]))
  return { base: new Map(base.entries()), mine: toMap(mine), theirs: toMap(theirs) }
}

/** For each member the index of the one in the base that it was, or what it says if it is new. */
function placesOf(base: readonly unknown[], list: readonly unknown[]): (string | number)[] {
  const keys: (string | number | undefined)[] = list.map(() => undefined)
  let [from, start] = [0, 0]
  for (const [old, now] of [...unchanged(base, list), [base.length, list.length] as const]) {
    for (const [was, is] of changed(base.slice(from, old), list.slice(start, now))) {
      keys[start + is] = from + was
    }
    if (now < list.length) keys[now] = old
    ;[from, start] = [old + 1, now + 1]
  }
  const counts = new Map<string, number>()
  return keys.map((key, at) => {
    if (key !== undefined) return key
    const text = JSON.stringify(list[at])
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return `${text} ${count}`
  })
}

const MOST_PAIRED = 10_000

/**
 * Between two members that stayed, those that are the same thing, changed: the only one that was there and the
 * only one that is, or each is more like the other than like any of the rest. Where that is not plain, one
 * went and another came.
 */
function changed(before: readonly unknown[], after: readonly unknown[]): [number, number][] {
  if (before.length * after.length > MOST_PAIRED) return []
  if (isAlone(before) && isAlone(after)) return [[0, 0]]
  const table = before.map((old) => after.map((now) => likeness(old, now)))
  const rows = table.map(bestOf)
  const columns = after.map((_, at) => bestOf(table.map((row) => row[at] ?? 0)))
  return rows.flatMap((now, old) => (now >= 0 && columns[now] === old ? [[old, now]] : []))
}

const isAlone = (members: readonly unknown[]) => members.length === 1 && isValues(members[0])

/** How many keys have the same value. */
const likeness = (old: unknown, now: unknown): number =>
  isValues(old) && isValues(now)
    ? Object.keys(old).filter((key) => Object.hasOwn(now, key) && isSame(old[key], now[key])).length
    : 0

/** The index of the only highest number above 0, else -1. */
function bestOf(numbers: readonly number[]): number {
  const most = Math.max(0, ...numbers)
  const first = numbers.indexOf(most)
  return most > 0 && numbers.lastIndexOf(most) === first ? first : -1
}

/** The longest run of members, not necessarily next to each other, that both have in the same order. */
function unchanged(base: readonly unknown[], list: readonly unknown[]): [number, number][] {
  const [before, after] = [base, list].map((each) => each.map((one) => JSON.stringify(one)))
  const lengths = Array.from({ length: base.length + 1 }, () => new Uint32Array(list.length + 1))
  const length = (old: number, now: number) => lengths[old]?.[now] ?? 0
  const isPair = (old: number, now: number) => before?.[old] === after?.[now]
  for (let old = base.length - 1; old >= 0; old--) {
    for (let now = list.length - 1; now >= 0; now--) {
      const row = lengths[old] as Uint32Array
      row[now] = isPair(old, now)
        ? length(old + 1, now + 1) + 1
        : Math.max(length(old + 1, now), length(old, now + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let old = 0, now = 0; old < base.length && now < list.length; ) {
    if (isPair(old, now)) pairs.push([old++, now++])
    else if (length(old + 1, now) >= length(old, now + 1)) old++
    else now++
  }
  return pairs
}
