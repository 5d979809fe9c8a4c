import { snapshotOf } from '../../definitions/snapshot.ts'
import type { ObjectKinds } from '../../kinds/kinds.ts'
import { type Rank, rankOf } from '../../lists/search.ts'
import type { Context } from '../../platform/context.ts'
import { getNavigation } from './navigation.ts'
import { FOUND, type Found } from './operations.ts'

type Ranked = Found & { rank: Rank }
type Looked = { rows: Ranked[]; isPartial: boolean }
type Look = () => Promise<Looked>

/** Milliseconds for one query, and for the whole search. */
const LONGEST = 1000
const LONGEST_OF_ALL = 3000
/** Connections that one search takes at once. */
const AT_ONCE = 3

/** Searches everything the caller may see by name. Kinds that take too long are left out and named. */
export async function searchAll(
  ctx: Context,
  kinds: ObjectKinds,
  { text, size }: { text: string; size: number },
): Promise<{ results: Found[]; isPartial: boolean }> {
  const known = await searchMemory(ctx, kinds, text)
  const words = { text, size, milliseconds: LONGEST }
  const searches = await kinds.listSearches(ctx)
  const looks = searches.map((look) => async () => (await look(words)) as Looked)
  const { found, isPartial } = await lookAll(looks)
  return {
    results: mixed([...known, ...found])
      .slice(0, size)
      .map(withoutRank),
    isPartial,
  }
}

/** What the menu shows, and kinds of which there are few, are in memory. */
async function searchMemory(ctx: Context, kinds: ObjectKinds, text: string): Promise<Ranked[]> {
  const found: Ranked[] = []
  const add = (entry: Found) => {
    const rank = rankOf(entry.title, text)
    if (rank !== undefined) found.push({ ...entry, rank })
  }
  const snapshot = await snapshotOf(ctx)
  for (const { name, apps, processes } of await getNavigation(ctx)) {
    for (const { namespace, code, name: title } of apps) {
      const id = snapshot.find('app', namespace, code)?.id ?? ''
      add({ kind: 'app', id, title, subtitle: name, namespace, code })
    }
    for (const { id, namespace, code, name: title } of processes) {
      add({ kind: 'process', id, title, subtitle: name, namespace, code })
    }
  }
  for (const each of await kinds.listNamed(ctx)) add(each as Found)
  return found
}

/** A few at a time, until the time limit. */
async function lookAll(looks: Look[]): Promise<{ found: Ranked[]; isPartial: boolean }> {
  const end = performance.now() + LONGEST_OF_ALL
  const found: Ranked[] = []
  let isPartial = false
  const rest = looks.values()
  const work = async () => {
    for (const look of rest) {
      if (performance.now() > end) {
        isPartial = true
        return
      }
      const looked = await look()
      found.push(...looked.rows)
      isPartial ||= looked.isPartial
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { found, isPartial }
}

/** The best first; among equals each kind in turn, so that none crowds the others out. */
function mixed(found: Ranked[]): Ranked[] {
  const best = new Map<string, Ranked>()
  for (const each of found) {
    const known = best.get(each.id)
    if (!known || each.rank < known.rank) best.set(each.id, each)
  }
  const groups = Map.groupBy(best.values(), ({ kind, rank }) => `${kind} ${rank}`)
  return [...groups.values()]
    .flatMap((group) =>
      group
        .toSorted((a, b) => a.title.localeCompare(b.title) || (a.id < b.id ? -1 : 1))
        .map((each, turn) => ({ each, turn })),
    )
    .sort(
      (a, b) =>
        a.each.rank - b.each.rank ||
        a.turn - b.turn ||
        FOUND.indexOf(a.each.kind) - FOUND.indexOf(b.each.kind),
    )
    .map(({ each }) => each)
}

const withoutRank = ({ rank: _, ...found }: Ranked): Found => found
