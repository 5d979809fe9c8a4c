import type { Named } from '../../kinds/kind.ts'
import type { ReadableKind } from '../../kinds/kinds.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { isStatementTimeout } from '../../platform/db/errors.ts'
import { isSearched } from './objects.ts'
import type { Group, TextQuery } from './store/candidates.ts'
import { findCommon, findFew } from './store/commonness.ts'
import { groupOf } from './store/entries.ts'
import { findHits, type Hit, type Hits } from './store/hits.ts'
import { type QueryWords, toQuery } from './words.ts'

/** Milliseconds for the query of one group, and how many of them run at once. */
const LONGEST = 1000
const AT_ONCE = 3

export type Request = {
  text: string
  kinds?: readonly string[]
  namespace?: string
  code?: string
  from: number
  size: number
}

export type Result = Pick<Hit, 'kind' | 'id' | 'part' | 'grade'> & {
  group: string
  turn: number
  wanted: QueryWords
  /** Results without a database query. */
  named?: Named
}
export type Looked = {
  results: Result[]
  totals: Map<string, number>
  isExact: boolean
  isPartial: boolean
}

function groupsOf(
  readable: readonly ReadableKind[],
  wanted: readonly string[] | undefined,
): Group[] {
  const groups = Map.groupBy(readable.filter(isSearched), ({ name }) => groupOf(name))
  const owners = readable.filter(({ search }) => !search?.about)
  return Array.from(groups, ([name, kinds]) => ({
    name,
    kinds,
    owners: kinds.some(({ search }) => search.about) ? owners : kinds,
  })).filter(({ name }) => wanted?.includes(name) ?? true)
}

type Sought = { request: Request; wanted: QueryWords; isCorrected?: boolean }

/** Group by group, a few at a time. Groups that take too long are omitted. */
export async function look(
  ctx: Context,
  readable: readonly ReadableKind[],
  sought: Sought,
): Promise<Looked> {
  const looked: Looked = { results: [], totals: new Map(), isExact: true, isPartial: false }
  const { request, wanted } = sought
  if (wanted.length === 0) return looked
  const { asked, isPartial } = await toAsked(ctx, readable, sought)
  looked.isPartial = isPartial
  const groups = groupsOf(readable, request.kinds)
  await someAtOnce(groups, async (group) => {
    const found = await unlessTooLong(undefined, lookIn(ctx, group, { asked, wanted }))
    if (!found) {
      looked.isPartial = true
      return
    }
    const { hits, total, isExact } = found
    looked.totals.set(group.name, total)
    looked.isExact &&= isExact
    looked.results.push(
      ...hits.map(({ kind, id, part, grade }, turn) => ({
        ...{ kind, id, part, grade, turn, wanted },
        group: group.name,
      })),
    )
  })
  return looked
}

async function someAtOnce<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  const workOff = async () => {
    for (const each of rest) await work(each)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workOff))
}

/**
 * Entries are looked up by rare words. For a common word the index would first collect all matches, so a query of
 * common words searches only the newest entries, and the rows of callers who may read few.
 */
async function toAsked(
  ctx: Context,
  readable: readonly ReadableKind[],
  { request, wanted, isCorrected = false }: Sought,
): Promise<{ asked: TextQuery; isPartial: boolean }> {
  const query = toQuery(wanted)
  const title = isCorrected ? '' : wanted.map(([first]) => first?.word ?? '').join(' ')
  const asked = { query, rare: query, title, size: request.from + request.size, few: NOBODY }
  const words = wanted.map((each) => toQuery([each]))
  const drawn = readQuickly(ctx, (db) => findCommon(db, words))
  const isCommon = await unlessTooLong([], drawn)
  const rare = wanted.filter((_, at) => !isCommon[at])
  if (rare.length > 0) return { asked: { ...asked, rare: toQuery(rare) }, isPartial: false }
  const owners = readable.filter(({ search }) => !search?.about)
  const { few, isPartial } = await countRows(ctx, owners)
  return { asked: { ...asked, rare: undefined, few }, isPartial }
}

const NOBODY: ReadonlySet<string> = new Set()

/** In one statement, or one by one if it takes too long. */
async function countRows(ctx: Context, owners: readonly ReadableKind[]) {
  const count = (kinds: readonly ReadableKind[]) =>
    unlessTooLong(
      undefined,
      readQuickly(ctx, (db) => findFew(db, kinds)),
    )
  const all = await count(owners)
  if (all) return { few: all, isPartial: false }
  const found: (ReadonlySet<string> | undefined)[] = []
  await someAtOnce(owners, async (kind) => {
    found.push(await count([kind]))
  })
  return {
    few: new Set(found.flatMap((each) => [...(each ?? [])])),
    isPartial: found.includes(undefined),
  }
}

/** Searches have a queue of their own. */
export const readQuickly = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> =>
  ctx.readWithin({ milliseconds: LONGEST, queue: 'search' }, work)

export async function unlessTooLong<T>(otherwise: T, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isStatementTimeout(error)) return otherwise
    throw error
  }
}

/** Older entries are not searched for common words as prefixes. */
async function lookIn(
  ctx: Context,
  group: Group,
  { asked, wanted }: { asked: TextQuery; wanted: QueryWords },
): Promise<Hits> {
  const ask = (how: TextQuery) => readQuickly(ctx, (db) => findHits(db, group, how))
  const first = await ask(asked)
  if (asked.rare !== undefined || first.isExact || first.hits.length >= asked.size) return first
  const query = toQuery(wanted, { isExact: true })
  const older = await unlessTooLong(undefined, ask({ ...asked, query, rare: query }))
  if (!older) return first
  const known = new Set(first.hits.map(({ id }) => id))
  const added = older.hits.filter(({ id }) => !known.has(id))
  return {
    hits: [...first.hits, ...added].slice(0, asked.size),
    total: Math.max(older.total, first.hits.length + added.length),
    isExact: false,
  }
}
