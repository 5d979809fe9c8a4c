import type { Control, Done, Values } from '../../../engine/state.ts'
import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import { WeightedCache } from './weighted-cache.ts'

/**
 * A state with thousands of tokens does not fit into the row of its instance: what there is much of is stored
 * in pages, of which a move writes those that it changes. This node remembers the pages that it has read, so
 * that it reads each once: whatever it does with one of many members costs the same.
 */

const PARTS = ['pages', 'kept', 'done'] as const
type Part = (typeof PARTS)[number]
type Parts = Record<Part, Record<number, unknown>>

/** How an instance is stored. */
export type Stored = {
  /** The move since which it has had pages. */
  paged: number | undefined
  parts: Parts
  /** The move that last changed a variable, if known. */
  varied: number | undefined
}

/** `control` as stored in the row. */
export type ControlColumn = Control & { paged?: number; varied?: number }

/** Larger variables are not read with the row, because they may be cached. */
export const SMALL_CONTEXT = raw('case when pg_column_size(context) < 8192 then context end')

type Stub = { id: string; revision: number; control: ControlColumn; context: Values | null }
type Whole = { control: Control; context: Values; stored: Stored }
type Known = Stored & { revision: number; context: Values }

/** The complete state of an instance. The caller holds the lock of the row if it moves it. */
export function readWhole(db: Db, row: Stub): Whole | Promise<Whole> {
  const { paged, varied, ...control } = row.control
  const stored = { paged, varied, parts: NOTHING }
  if (paged === undefined && row.context) return { control, context: row.context, stored }
  return readRest(db, row, stored)
}

async function readRest(db: Db, row: Stub, { paged, varied }: Stored): Promise<Whole> {
  const known = knownOf(row)
  const pages = known && known.paged === paged ? known : undefined
  const [changed, context] = await Promise.all([
    paged === undefined ? [] : listChanged(db, row.id, pages?.revision ?? 0),
    row.context ?? (varied && known?.varied === varied ? known.context : readContext(db, row.id)),
  ])
  const parts = withChanges(pages?.parts ?? NOTHING, changed)
  const stored = { paged, varied, parts }
  if (!writtenIn.get(db)?.has(row.id)) {
    const read = { ...stored, revision: row.revision, context }
    knownInstances.keep(row.id, read, weigh(read))
  }
  const { paged: _, varied: __, ...control } = row.control
  return { control: joined(control, parts), context, stored }
}

type PageRow = { part: Part; no: number; body: unknown; bytes: number | null }

const listChanged = (db: Db, id: string, since: number): Promise<PageRow[]> =>
  db.all(sql<PageRow>`
    select part, no, body, pg_column_size(body) as bytes from kontor.process_pages
    where instance_id = ${id} and revision > ${since}`)

async function readContext(db: Db, id: string): Promise<Values> {
  const { context, bytes } = await db.one(sql<{ context: Values; bytes: number }>`
    select context, pg_column_size(context) as bytes from kontor.process_instances where id = ${id}`)
  sizes.set(context, bytes)
  return context
}

/** The compressed size in the database of what was read. */
const sizes = new WeakMap<object, number>()
const sizeOf = (read: unknown): number =>
  typeof read === 'object' && read !== null ? (sizes.get(read) ?? 0) : 0

function withChanges(parts: Parts, changed: readonly PageRow[]): Parts {
  if (changed.length === 0) return parts
  const result = { pages: { ...parts.pages }, kept: { ...parts.kept }, done: { ...parts.done } }
  for (const { part, no, body, bytes } of changed) {
    if (body === null) delete result[part][no]
    else {
      result[part][no] = body
      sizes.set(body as object, bytes ?? 0)
    }
  }
  return result
}

function joined(control: Control, { pages, kept, done }: Parts): Control {
  const has = (part: object) => Object.keys(part).length > 0
  return {
    ...control,
    ...(has(pages) && { pages: pages as NonNullable<Control['pages']> }),
    ...(has(kept) && { kept: kept as NonNullable<Control['kept']> }),
    ...(has(done) && { done: Object.values(done).flat() as Done[] }),
  }
}

const NOTHING: Parts = { pages: {}, kept: {}, done: {} }
export const NOT_STORED: Stored = { paged: undefined, varied: undefined, parts: NOTHING }

/** Displays show tokens of at most so many pages. */
const MOST_SHOWN = 8

/** The rows with their first pages of tokens, for display. */
export async function withFirstPages<Row extends { id: string; control: ControlColumn }>(
  db: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ id, control }) => (control.paged === undefined ? [] : [id]))
  if (ids.length === 0) return [...rows]
  const found = await db.all(sql<{ id: string; no: number; body: unknown }>`
    select i.id, p.no, p.body from unnest(${ids}::uuid[]) as i (id) cross join lateral (
      select no, body from kontor.process_pages
      where instance_id = i.id and part = 'pages' and body is not null
      order by no limit ${MOST_SHOWN}) p`)
  return rows.map((row) => {
    const pages = found.filter(({ id }) => id === row.id).map(({ no, body }) => [no, body])
    // Few tokens are stored in the row, also if there is much else.
    if (pages.length === 0) return row
    return { ...row, control: { ...row.control, pages: Object.fromEntries(pages) } }
  })
}

const FEW_DONE = 256
const PAGE = 128

type Next = { control: Control; revision: number; isContextChanged: boolean }

/** How an instance is stored after a move. */
export function nextStored(before: Stored, next: Next): Stored {
  const { control, revision, isContextChanged } = next
  const varied = isContextChanged ? revision : (before.varied ?? revision)
  const { pages = {}, kept = {}, done = [] } = control
  const isLong = control.pages !== undefined || control.kept !== undefined || isMuch(done)
  if (!isLong) return { paged: undefined, varied, parts: NOTHING }
  const parts = { pages, kept, done: isMuch(done) ? inPages(done) : {} }
  return { paged: before.paged ?? revision, varied, parts }
}

const isMuch = (done: readonly Done[]): boolean => done.length > FEW_DONE

function inPages(done: readonly Done[]): Record<number, Done[]> {
  const count = Math.ceil(done.length / PAGE)
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [at, done.slice(at * PAGE, (at + 1) * PAGE)]),
  )
}

export function toColumn(control: Control, { paged, varied, parts }: Stored): ControlColumn {
  if (paged === undefined) return { ...control, ...(varied && { varied }) }
  const { pages: _, kept: __, done, ...rest } = control
  const isInRow = done && Object.keys(parts.done).length === 0
  return { ...rest, ...(isInRow && { done }), paged, ...(varied && { varied }) }
}

type Saved = { id: string; revision: number; stored: Stored }

/** Writes the changed pages of a move. */
export async function savePages(
  db: Db,
  { id, revision, stored }: Saved,
  before: Stored,
): Promise<void> {
  if (stored.paged === undefined && before.paged === undefined) return
  if (stored.paged === undefined) {
    await db.run(sql`delete from kontor.process_pages where instance_id = ${id}`)
    return
  }
  const changes = PARTS.flatMap((part) => changesIn(part, before.parts[part], stored.parts[part]))
  await db.run(sql`
    insert into kontor.process_pages (instance_id, part, no, revision, body)
    select ${id}::uuid, c.part, c.no, ${revision}, c.body::jsonb
    from unnest(${changes.map(({ part }) => part)}::text[], ${changes.map(({ no }) => no)}::integer[],
      ${changes.map(({ body }) => body)}::text[]) as c (part, no, body)
    on conflict (instance_id, part, no) do update set revision = excluded.revision, body = excluded.body`)
}

function changesIn(part: Part, old: Parts[Part], now: Parts[Part]) {
  const changes: { part: Part; no: number; body: string | null }[] = []
  for (const [no, body] of Object.entries(now)) {
    if (!isSame(old[Number(no)], body)) changes.push({ part, no: Number(no), body: toJsonb(body) })
  }
  for (const no of Object.keys(old)) {
    if (now[Number(no)] === undefined) changes.push({ part, no: Number(no), body: null })
  }
  return changes
}

/** States share unchanged pages; lists are rebuilt. */
const isSame = (old: unknown, now: unknown): boolean =>
  old === now ||
  (Array.isArray(old) &&
    Array.isArray(now) &&
    old.length === now.length &&
    now.every((each, at) => each === old[at]))

/** By instance. A hundred thousand members take a few megabytes, unless each of them is large. */
const knownInstances = new WeightedCache<Known>({ most: 20, weight: 16 * 1024 ** 2 })

/** A database restored to an earlier state has other pages than the cached ones. */
function knownOf({ id, revision }: Stub): Known | undefined {
  const known = knownInstances.get(id)
  return known && known.revision <= revision ? known : undefined
}

/** For when the database may be another one, such as a standby that took over. */
export const forgetPages = (): void => knownInstances.clear()

function weigh({ parts, context }: Known): number {
  const pages = PARTS.flatMap((part) => Object.values(parts[part]))
  return pages.reduce((sum: number, page) => sum + sizeOf(page), sizeOf(context))
}

/** State that a transaction reads after writing may be rolled back, so it is not cached. */
const writtenIn = new WeakMap<Db, Set<string>>()

export function noteWritten(db: Db, id: string): void {
  const ids = writtenIn.get(db) ?? new Set()
  writtenIn.set(db, ids.add(id))
}
