import type { Named } from '../../kinds/kind.ts'
import type { ObjectKinds, ReadableKind } from '../../kinds/kinds.ts'
import type { Context } from '../../platform/context.ts'
import { isStatementTimeout } from '../../platform/db/errors.ts'
import { fragmentOf, marksIn } from './fragments.ts'
import { gradeOf, listKnown } from './known.ts'
import { isSearched } from './objects.ts'
import { FOUND, type Found } from './operations.ts'
import { groupOf } from './store/entries.ts'
import { type Asked, findHits, type Group, type Hit, listBodies, listShown } from './store/hits.ts'
import { listWords } from './store/words.ts'
import { correct, toQuery, type Wanted, type Word } from './words.ts'

/** Milliseconds for the query of one group, and how many of them run at once. */
const LONGEST = 1000
const AT_ONCE = 3
/** With fewer results than these, misspelt words are corrected. */
const FEW = 3
/** Corrected words come last. */
const CORRECTED = 3

export type Request = {
  text: string
  kinds?: readonly string[]
  namespace?: string
  code?: string
  from: number
  size: number
}

type Result = Pick<Hit, 'kind' | 'id' | 'part' | 'grade'> & {
  group: string
  turn: number
  wanted: Wanted
  /** What is known without asking the database. */
  named?: Named
}
type Looked = {
  results: Result[]
  totals: Map<string, number>
  isExact: boolean
  isPartial: boolean
}

export async function find(ctx: Context, kinds: ObjectKinds, request: Request) {
  const words = await listWords(ctx.db, request.text)
  const readable = (await kinds.listReadable(ctx)).filter((kind) => isIn(kind.name, request))
  const exact = await look(ctx, readable, { request, wanted: words.map((word) => [word]) })
  const known = words.length === 0 ? [] : await lookInMemory(ctx, kinds, { request, words })
  const few = countOf(exact) + known.length < FEW && !exact.isPartial
  const alike = few ? await lookAlike(ctx, readable, { request, words }) : undefined
  const all = mixed([...known, ...exact.results, ...(alike?.results ?? [])])
  const page = all.slice(request.from, request.from + request.size)
  const totals = totalsOf([exact, ...(alike ? [alike] : [])], known)
  return {
    results: await show(ctx, readable, page),
    total: Object.values(totals).reduce((sum, each) => sum + each, 0),
    isTotalExact: exact.isExact && !exact.isPartial,
    totals,
    isPartial: exact.isPartial || (alike?.isPartial ?? false),
  }
}

/** An app has its items and what is said about them; everything else is in no app. */
function isIn(kind: string, { namespace, code }: Request): boolean {
  if (namespace === undefined) return true
  if (kind === 'message' || kind === 'comment') return true
  return code === undefined
    ? kind.startsWith(`item:${namespace}/`)
    : kind === `item:${namespace}/${code}`
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

type Sought = { request: Request; wanted: Wanted; isExact?: boolean }

/** Group by group, a few at a time. Groups that take too long are left out. */
async function look(
  ctx: Context,
  readable: readonly ReadableKind[],
  { request, wanted, isExact = false }: Sought,
): Promise<Looked> {
  const looked: Looked = { results: [], totals: new Map(), isExact: true, isPartial: false }
  if (wanted.length === 0) return looked
  const asked: Asked = {
    query: toQuery(wanted, { isExact }),
    title: isExact ? '' : wanted.map(([first]) => first?.word ?? '').join(' '),
    size: request.from + request.size,
  }
  const rest = groupsOf(readable, request.kinds).values()
  const work = async () => {
    for (const group of rest) {
      try {
        const hits = await ctx.readWithin(LONGEST, (db) => findHits(db, group, asked))
        const [first] = hits
        looked.totals.set(group.name, first?.total ?? 0)
        looked.isExact &&= first?.is_exact ?? true
        looked.results.push(
          ...hits.map(({ kind, id, part, grade }, turn) => ({
            ...{ kind, id, part, grade, turn, wanted },
            group: group.name,
          })),
        )
      } catch (error) {
        if (!isStatementTimeout(error)) throw error
        looked.isPartial = true
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return looked
}

async function lookAlike(
  ctx: Context,
  readable: readonly ReadableKind[],
  { request, words }: { request: Request; words: readonly Word[] },
): Promise<Looked | undefined> {
  const wanted = await ctx
    .readWithin(LONGEST, (db) => correct(db, words))
    .catch((error) => {
      if (isStatementTimeout(error)) return undefined
      throw error
    })
  if (!wanted) return undefined
  const looked = await look(ctx, readable, { request, wanted, isExact: true })
  return { ...looked, results: looked.results.map((each) => ({ ...each, grade: CORRECTED })) }
}

async function lookInMemory(
  ctx: Context,
  kinds: ObjectKinds,
  { request, words }: { request: Request; words: readonly Word[] },
): Promise<Result[]> {
  const wanted = words.map((word) => [word])
  const texts = words.map(({ word }) => word)
  const { namespace, code } = request
  return (await listKnown(ctx, kinds))
    .filter((each) => request.kinds?.includes(each.kind) ?? true)
    .filter((each) => namespace === undefined || each.namespace === namespace)
    .filter((each) => code === undefined || each.code === code)
    .flatMap((named) => {
      const grade = gradeOf(named.title, texts)
      if (grade === undefined) return []
      const { kind, id } = named
      return [{ kind, id, part: '', grade, turn: 0, group: kind, wanted, named }]
    })
    .sort((a, b) => a.grade - b.grade || a.named.title.localeCompare(b.named.title))
    .map((each, turn) => ({ ...each, turn }))
}

const countOf = ({ totals }: Looked): number =>
  [...totals.values()].reduce((sum, each) => sum + each, 0)

/** What was found by corrected words has the others in it. */
function totalsOf(looked: readonly Looked[], known: readonly Result[]): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const { totals: each } of looked) {
    for (const [group, count] of each) totals[group] = Math.max(totals[group] ?? 0, count)
  }
  for (const { group } of known) totals[group] = (totals[group] ?? 0) + 1
  return Object.fromEntries(Object.entries(totals).filter(([, count]) => count > 0))
}

/** What is called exactly so, then the best of each group in turn, so that none crowds the others out. */
function mixed(results: readonly Result[]): Result[] {
  const best = new Map<string, Result>()
  for (const each of results) {
    const known = best.get(each.id)
    if (!known || each.grade < known.grade) best.set(each.id, each)
  }
  const stage = ({ grade }: Result) => (grade === 0 ? 0 : grade === CORRECTED ? 2 : 1)
  const order = ({ group }: Result) => FOUND.indexOf(group as Found['kind'])
  return [...best.values()].sort(
    (a, b) => stage(a) - stage(b) || a.turn - b.turn || a.grade - b.grade || order(a) - order(b),
  )
}

/** Objects that disappeared meanwhile are left out. */
async function show(
  ctx: Context,
  readable: readonly ReadableKind[],
  page: readonly Result[],
): Promise<Found[]> {
  const byName = new Map(readable.filter(isSearched).map((kind) => [kind.name, kind]))
  const stored = page.filter(({ named }) => !named)
  const shown = await Promise.all(
    Array.from(
      Map.groupBy(stored, ({ kind }) => kind),
      async ([name, all]) => {
        const kind = byName.get(name)
        return kind
          ? listShown(
              ctx.db,
              kind,
              all.map(({ id }) => id),
            )
          : []
      },
    ),
  )
  const rows = new Map(shown.flat().map((row) => [row.id, row]))
  const texts = stored.length > 0 ? await listBodies(ctx.db, stored) : []
  const bodies = new Map(texts.map(({ id, body }) => [id, body]))
  return page.flatMap(({ id, group, wanted, named }) => {
    const row = named ?? rows.get(id)
    if (!row) return []
    const { title, subtitle, namespace, code, about } = row
    const fragment = fragmentOf(bodies.get(id) ?? '', wanted)
    return [
      {
        kind: group as Found['kind'],
        ...{ id, title, titleMarks: marksIn(title, wanted), subtitle },
        ...(namespace && { namespace }),
        ...(code && { code }),
        ...(about && { about }),
        ...(fragment && fragment.text !== title && { fragment }),
      },
    ]
  })
}
