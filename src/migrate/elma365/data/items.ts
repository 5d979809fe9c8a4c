import type { PortalApp } from './apps.ts'
import type { Job } from './job.ts'
import type { Json } from './portal.ts'
import type { Place } from './state.ts'

/**
 * The items of an app, page by page in the order of their numbers, which never change: whatever people do
 * meanwhile, no page misses an item. What they change is read again by the next run.
 */
export async function bringItems(
  job: Job,
  app: PortalApp,
  since: string | null,
  storePage: (items: Json[]) => Promise<void>,
): Promise<void> {
  const { state, progress } = job
  let place = state.placeOf(app.path)
  let next = readPage(job, app, { since, place })
  let count = 0
  for (;;) {
    const { items, total } = await next
    if (items.length === 0) break
    const after = placeAfter(place, items)
    // Read while this page is stored.
    next = readPage(job, app, { since, place: after })
    next.catch(() => undefined)
    await storePage(items)
    place = after
    count += items.length
    progress.at(app.path, count, count - items.length + total)
    await state.pass(app.path, place)
  }
  progress.done(app.path, count)
}

type Reading = { since: string | null; place: Place }

async function readPage({ portal, options }: Job, { path }: PortalApp, reading: Reading) {
  const { since, place } = reading
  const tf = {
    __index: { min: place.index, max: null },
    ...(since !== null && { __updatedAt: { min: since, max: null } }),
  }
  const { rows, total } = await portal.list(`app/${path}/list`, {
    filter: { tf },
    from: place.from,
    size: options.pageSize,
    sortExpressions: [{ field: '__index', ascending: true }],
  })
  return { items: rows, total: total - place.from }
}

/** After the last number; several items with one number are counted through. */
function placeAfter({ index, from }: Place, items: readonly Json[]): Place {
  const last = Number(items.at(-1)?.__index ?? 0)
  const isUnique = items.length < 2 || Number(items.at(-2)?.__index ?? 0) < last
  if (isUnique && last >= index) return { index: last + 1, from: 0 }
  return { index, from: from + items.length }
}
