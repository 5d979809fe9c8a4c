import type { ObjectKinds, ReadableKind } from '../../kinds/kinds.ts'
import type { Context } from '../../platform/context.ts'
import { fragmentOf, marksIn } from './fragments.ts'
import { gradeOf, searchInMemory } from './in-memory.ts'
import { type Looked, look, type Request, type Result, readQuickly, unlessTooLong } from './look.ts'
import { isSearched } from './objects.ts'
import { FOUND, type SearchResult } from './operations.ts'
import { listBodies, listShown } from './store/hits.ts'
import { listWords } from './store/words.ts'
import { listCorrected, type Word } from './words.ts'

/** With fewer results than these, misspelt words are corrected. */
const FEW = 3
/** Corrected words come last, nearest first. */
const CORRECTED = 3

export async function find(ctx: Context, kinds: ObjectKinds, request: Request) {
  const words = await listWords(ctx.db, request.text)
  const readable = (await kinds.listReadable(ctx)).filter((kind) => isIn(kind.name, request))
  const exact = await look(ctx, readable, { request, wanted: words.map((word) => [word]) })
  const known = words.length === 0 ? [] : await lookInMemory(ctx, kinds, { request, words })
  const few = countOf(exact) + known.length < FEW && !exact.isPartial
  const alike = few ? await lookAlike(ctx, readable, { request, words }) : undefined
  const all = mixed([...known, ...exact.results, ...(alike?.results ?? [])])
  const page = all.slice(request.from, request.from + request.size)
  const looked = [exact, ...(alike ? [alike] : [])]
  const totals = totalsOf(looked, known)
  return {
    results: await show(ctx, readable, page),
    total: Object.values(totals).reduce((sum, each) => sum + each, 0),
    isTotalExact: looked.every(({ isExact, isPartial }) => isExact && !isPartial),
    totals,
    isPartial: looked.some(({ isPartial }) => isPartial),
  }
}

/** An app contains its items and their messages; other objects belong to no app. */
function isIn(kind: string, { namespace, code }: Request): boolean {
  if (namespace === undefined) return true
  if (kind === 'message' || kind === 'comment') return true
  return code === undefined
    ? kind.startsWith(`item:${namespace}/`)
    : kind === `item:${namespace}/${code}`
}

/** Corrections are widened until enough readable results are found. */
async function lookAlike(
  ctx: Context,
  readable: readonly ReadableKind[],
  { request, words }: { request: Request; words: readonly Word[] },
): Promise<Looked | undefined> {
  const corrected = readQuickly(ctx, (db) => listCorrected(db, words))
  let found: Looked | undefined
  for (const [step, wanted] of (await unlessTooLong([], corrected)).entries()) {
    const looked = await look(ctx, readable, { request, wanted, isCorrected: true })
    const results = looked.results.map((each) => ({ ...each, grade: CORRECTED + step }))
    found = { ...looked, results: [...(found?.results ?? []), ...results] }
    if (countOf(found) >= FEW || found.isPartial) break
  }
  return found
}

async function lookInMemory(
  ctx: Context,
  kinds: ObjectKinds,
  { request, words }: { request: Request; words: readonly Word[] },
): Promise<Result[]> {
  const wanted = words.map((word) => [word])
  const texts = words.map(({ word }) => word)
  const { namespace, code } = request
  return (await searchInMemory(ctx, kinds))
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

/** Results of corrected words include the others. */
function totalsOf(looked: readonly Looked[], known: readonly Result[]): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const { totals: each } of looked) {
    for (const [group, count] of each) totals[group] = Math.max(totals[group] ?? 0, count)
  }
  for (const { group } of known) totals[group] = (totals[group] ?? 0) + 1
  return Object.fromEntries(Object.entries(totals).filter(([, count]) => count > 0))
}

/** Exact names first, then the best of each group in turn, so that no group dominates. */
function mixed(results: readonly Result[]): Result[] {
  const best = new Map<string, Result>()
  for (const each of results) {
    const known = best.get(each.id)
    if (!known || each.grade < known.grade) best.set(each.id, each)
  }
  const stage = ({ grade }: Result) => (grade === 0 ? 0 : Math.max(1, grade + 2 - CORRECTED))
  const order = ({ group }: Result) => FOUND.indexOf(group as SearchResult['kind'])
  return [...best.values()].sort(
    (a, b) => stage(a) - stage(b) || a.turn - b.turn || a.grade - b.grade || order(a) - order(b),
  )
}

/** Objects deleted meanwhile are omitted. */
async function show(
  ctx: Context,
  readable: readonly ReadableKind[],
  page: readonly Result[],
): Promise<SearchResult[]> {
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
        kind: group as SearchResult['kind'],
        ...{ id, title, titleMarks: marksIn(title, wanted), subtitle },
        ...(namespace && { namespace }),
        ...(code && { code }),
        ...(about && { about }),
        ...(fragment && fragment.text !== title && { fragment }),
      },
    ]
  })
}
