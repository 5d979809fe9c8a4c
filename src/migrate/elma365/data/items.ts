import type { PortalApp } from './apps.ts'
import type { Job } from './job.ts'
import { type Json, type Portal, PortalRefusal } from './portal.ts'
import { type Cursor, START } from './state.ts'

/** Items of an app, or only some of their fields; then their place is kept apart. */
type Selection = PortalApp & { key?: string; fields?: object }

/**
 * The items of an app, page by page in the order of what never changes, their numbers or when they were
 * made: whatever people do meanwhile, no page misses an item. What they change is read again by the next run.
 */
export async function bringItems(
  job: Job,
  app: Selection,
  since: string | null,
  storePage: (items: Json[]) => Promise<void>,
): Promise<void> {
  const { state, progress } = job
  const key = app.key ?? app.path
  let next: Promise<Read> | undefined
  let count = 0
  let expected: number | undefined
  const broken = new Set<string>()
  const first = { since, broken, place: state.placeOf(key), isFirst: true }
  for (next = readWhole(job, app, first); next; ) {
    const { items, left, after }: Read = await next
    // Read while this page is stored.
    next = after && readWhole(job, app, { since, broken, place: after, isFirst: false })
    next?.catch(() => undefined)
    if (items.length > 0) await storePage(items)
    if (left !== undefined) expected = count + left
    count += items.length
    progress.at(key, count, expected)
    if (after) await state.pass(key, after)
  }
  progress.done(key, count)
}

type Reading = {
  since: string | null
  place: Cursor
  isFirst: boolean
  /** Items that the portal fails at. */
  broken: Set<string>
  size?: number
}
/** Items that have not come yet, how many there are from here on if they were counted, and the next place if there is one. */
type Read = { items: Json[]; left?: number | undefined; after?: Cursor | undefined }

/** Items of an app at which the portal may fail before its trouble is not that of single ones. */
const MOST_BROKEN = 20

/** A page that the portal fails at is read in halves, until only the item that it is about is left out. */
async function readWhole(job: Job, app: Selection, reading: Reading): Promise<Read> {
  const { size = job.options.pageSize, ...rest } = reading
  try {
    return await readPage(job, app, { ...rest, size })
  } catch (error) {
    const isBroken = error instanceof PortalRefusal && error.status === 500 && !app.fields
    if (!isBroken || !(await job.portal.isRefusedAlone(error))) throw error
    if (size === 1) return await passOver(job, app, { reading, error })
    const half = Math.ceil(size / 2)
    const first = await readWhole(job, app, { ...reading, size: half })
    if (!first.after) return first
    const place = first.after
    const second = await readWhole(job, app, { ...reading, place, size: size - half })
    return { ...second, items: [...first.items, ...second.items] }
  }
}

/** What it is called is often told even so, and leads to the next one. */
async function passOver(
  job: Job,
  { path, ...app }: Selection,
  { reading, error }: { reading: Reading; error: PortalRefusal },
): Promise<Read> {
  const { state, tally } = job
  const { broken } = reading
  if (broken.size >= MOST_BROKEN) throw error
  const ids = { ...app, path, fields: { __id: true, __index: true } }
  const { items, after } = await readPage(job, ids, { ...reading, size: 1 })
  for (const { __id } of items) {
    const id = String(__id)
    broken.add(id)
    tally.tell({ kind: 'items', app: path, id, message: error.message })
  }
  state.refuse(path)
  if (!after || job.portal.isOurs) return { items: [], after }
  // If the next one has a number of its own, the page after does not begin with the broken one.
  const [next] = (await readPage(job, ids, { ...reading, place: after, size: 2 })).items
  const index = next ? numberOf(next) : after.index
  return { items: [], after: index > after.index ? { ...START, index } : after }
}

function readPage(
  { portal, options }: Job,
  { path, fields }: Selection,
  { size, ...reading }: Reading & { size: number },
) {
  const list = `app/${path}/list`
  const request = { ...(fields && { fields }), size }
  // A part of a page that has failed will fail: only a single item is worth waiting for.
  const failures = size === 1 || size === options.pageSize ? undefined : 1
  const asking = { ...reading, request, failures }
  return portal.isOurs ? readAfter(portal, list, asking) : readFrom(portal, list, asking)
}

const changedSince = (since: string | null) =>
  since === null ? {} : { __updatedAt: { min: since, max: null } }

type Asking = Reading & { request: object; failures: number | undefined }

/** Servers of ours go on after an item, however many there were before it. */
async function readAfter(portal: Portal, list: string, asking: Asking): Promise<Read> {
  const { since, place, isFirst, failures } = asking
  const request = {
    ...asking.request,
    filter: { tf: changedSince(since) },
    after: place.after ?? '',
    sortExpressions: [{ field: '__createdAt', ascending: true }],
  }
  // A total is that of all pages, also of those that came with an earlier part of the run.
  const page = { isFirst: isFirst && place.after === undefined, failures }
  const { rows, total, after } = await portal.page(list, request, page)
  if (!portal.isOurs) return readFrom(portal, list, asking)
  return { items: rows, left: total, after: after ? { ...START, after } : undefined }
}

/** Others are asked for larger numbers: offsets would skip items when others are deleted meanwhile. */
async function readFrom(portal: Portal, list: string, asking: Asking): Promise<Read> {
  const { since, place, failures } = asking
  const request = {
    ...asking.request,
    filter: { tf: { __index: { min: place.index, max: null }, ...changedSince(since) } },
    from: place.from,
    sortExpressions: [{ field: '__index', ascending: true }],
  }
  const { rows, total } = await portal.list(list, request, failures)
  const items = rows.filter(({ __id }) => !place.seen.includes(String(__id)))
  const last = total ?? Number.POSITIVE_INFINITY
  const isOver = rows.length === 0 || (items.length === 0 && place.from + rows.length >= last)
  if (isOver) return { items }
  const left = total && total - place.from - rows.length + items.length
  return { items, left, after: placeAfter(place, rows) }
}

/**
 * The next page begins with the last number again, as the next item may have the same one; those that
 * have come are known. Only a whole page with one number is counted through.
 */
function placeAfter({ index, from, seen }: Cursor, rows: readonly Json[]): Cursor {
  if (rows.every((row) => numberOf(row) <= index)) {
    return { index, from: from + rows.length, seen }
  }
  const last = numberOf(rows.at(-1) ?? {})
  const alike = rows.filter((row) => numberOf(row) === last)
  return { index: last, from: 0, seen: alike.map(({ __id }) => String(__id)) }
}

const numberOf = ({ __index }: Json): number => Number(__index ?? 0)
