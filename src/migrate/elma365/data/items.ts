import type { PortalApp } from './apps.ts'
import type { Job } from './job.ts'
import type { Json } from './portal.ts'
import type { Place } from './state.ts'

/** Items of an app, or only some of their fields; then their place is kept apart. */
type Wanted = PortalApp & { key?: string; fields?: object }

/**
 * The items of an app, page by page in the order of their numbers, which never change: whatever people do
 * meanwhile, no page misses an item. What they change is read again by the next run.
 */
export async function bringItems(
  job: Job,
  app: Wanted,
  since: string | null,
  storePage: (items: Json[]) => Promise<void>,
): Promise<void> {
  const { state, progress } = job
  const key = app.key ?? app.path
  let place = state.placeOf(key)
  let next = readPage(job, app, { since, place })
  let count = 0
  for (;;) {
    const { rows, total } = await next
    const items = rows.filter(({ __id }) => !place.seen.includes(String(__id)))
    if (rows.length === 0 || (items.length === 0 && rows.length >= total)) break
    const after = placeAfter(place, rows)
    // Read while this page is stored.
    next = readPage(job, app, { since, place: after })
    next.catch(() => undefined)
    if (items.length > 0) await storePage(items)
    place = after
    count += items.length
    progress.at(key, count, count - rows.length + total)
    await state.pass(key, place)
  }
  progress.done(key, count)
}

type Reading = { since: string | null; place: Place }

async function readPage({ portal, options }: Job, { path, fields }: Wanted, reading: Reading) {
  const { since, place } = reading
  const tf = {
    __index: { min: place.index, max: null },
    ...(since !== null && { __updatedAt: { min: since, max: null } }),
  }
  const { rows, total } = await portal.list(`app/${path}/list`, {
    filter: { tf },
    ...(fields && { fields }),
    from: place.from,
    size: options.pageSize,
    sortExpressions: [{ field: '__index', ascending: true }],
  })
  return { rows, total: total - place.from }
}

/**
 * The next page begins with the last number again, as the next item may have the same one; those that
 * have come are known. Only a whole page with one number is counted through.
 */
function placeAfter({ index, from, seen }: Place, rows: readonly Json[]): Place {
  if (rows.every((row) => numberOf(row) <= index)) {
    return { index, from: from + rows.length, seen }
  }
  const last = numberOf(rows.at(-1) ?? {})
  const alike = rows.filter((row) => numberOf(row) === last)
  return { index: last, from: 0, seen: alike.map(({ __id }) => String(__id)) }
}

const numberOf = ({ __index }: Json): number => Number(__index ?? 0)
