import type { Row } from '../../../lib/transfer.ts'
import { inParallel, type Job, storeOnce } from './job.ts'
import { type Json, PortalRefusal } from './portal.ts'
import { isOfRows } from './target.ts'

/** Directories here in one call. */
const SIZE = 10_000
/** Files in one call, and links in one call. */
export const FILES_AT_ONCE = 500
/** Bodies on their way at once. */
const BODIES_AT_ONCE = 4

export const FILES = '$files'

/** Those of the system are here already, or are told by whoever lies in them. */
export async function bringDirectories(job: Job): Promise<void> {
  const { portal, target, state, progress } = job
  const rows = await portal.all('disk/directory/list', { active: true })
  const depthOf = ({ parentsList }: Json) => (Array.isArray(parentsList) ? parentsList.length : 0)
  const live = rows
    .filter(({ __deletedAt }) => !__deletedAt)
    .sort((one, other) => depthOf(one) - depthOf(other))
  const there = new Set((await listHere(target)).map(({ __id }) => String(__id)))
  const fresh = live.filter(
    ({ __id, system }) => !(system && there.has(state.ids.get(String(__id)))),
  )
  // Files of one that is refused are stored elsewhere, and moved when it has come.
  if (fresh.length > 0) await storeOnce(job, FILES, { kind: 'directories', rows: fresh })
  progress.done('directories', fresh.length)
}

async function listHere({ client }: Job['target']) {
  const found = []
  for (let after: string | null = ''; after !== null; ) {
    const { result }: Listed = await client.disk.listDirectories({ input: { size: SIZE, after } })
    found.push(...result.result)
    after = result.after ?? null
  }
  return found
}

type Listed = Awaited<ReturnType<Job['target']['client']['disk']['listDirectories']>>

/** Files as they are now: portals show neither old versions nor what was deleted. */
export async function bringFiles(job: Job): Promise<void> {
  const { portal, state, progress } = job
  const since = state.sinceOf(FILES, '')
  let count = 0
  let expected: number | undefined
  for (let from = state.placeOf(FILES).from; ; ) {
    const request = {
      ...{ from, size: FILES_AT_ONCE },
      sortExpressions: [{ field: '__createdAt', ascending: true }],
      ...(since !== null && { filter: { __updatedAt: { min: since } } }),
    }
    const page = { isFirst: expected === undefined }
    const { rows, total = expected } = await portal.page('disk/files/search', request, page)
    expected = total
    if (rows.length === 0) break
    await storeFiles(job, FILES, rows)
    from += rows.length
    count += rows.length
    progress.at('files', count, total)
    await state.pass(FILES, { index: 0, from, seen: [] })
  }
  progress.done('files', count)
}

/** Files that the items of an app name and no search has shown: only reading the items again brings them. */
export async function bringNamed(job: Job, app: string, ids: readonly string[]): Promise<void> {
  const found: Json[] = []
  await inParallel(ids, BODIES_AT_ONCE, async (id) => {
    try {
      const { file } = await job.portal.get(`disk/file/${id}`)
      found.push(file as Json)
    } catch (error) {
      if (!(error instanceof PortalRefusal && (await job.portal.isRefusedAlone(error)))) throw error
      const isGone = [404, 410].includes(error.status)
      if (!isGone) job.state.refuse(app)
      const message = isGone ? 'the portal does not have this file any more' : error.message
      job.tally.tell({ kind: 'files', id, message })
    }
  })
  if (found.length > 0) await storeFiles(job, app, found)
}

/** First what is known of them; the server says whose content it has not. */
async function storeFiles(job: Job, key: string, rows: readonly Row[]): Promise<void> {
  const { missing } = await storeOnce(job, key, { kind: 'files', rows })
  if (missing.length === 0) return
  const wanted = [...new Set(missing)]
  const come = await bringBodies(job, wanted)
  if (come.size < wanted.length) job.state.refuse(key)
  const again = rows.filter(({ hash }) => come.has(String(hash)))
  if (again.length > 0) await storeOnce(job, key, { kind: 'files', rows: again })
}

async function bringBodies(job: Job, hashes: readonly string[]): Promise<Set<string>> {
  const { portal, target, tally } = job
  const links = await linksTo(job, hashes)
  const come = new Set<string>()
  await inParallel(hashes, BODIES_AT_ONCE, async (hash) => {
    const { link, error } = links.get(hash) ?? {}
    try {
      if (typeof link !== 'string') throw new PortalRefusal(200, String(error ?? 'no link'))
      await target.upload(hash, () => portal.download(link))
      come.add(hash)
    } catch (failure) {
      if (!(failure instanceof PortalRefusal || isOfRows(failure))) throw failure
      const message = `its content is left out: ${failure.message}`
      tally.tell({ kind: 'files', id: hash, message })
    }
  })
  return come
}

const LINKS = 'disk/links/download'

async function linksTo({ portal }: Job, hashes: readonly string[]) {
  try {
    const { items } = await portal.post(LINKS, { hashesList: hashes })
    return new Map(
      (items as Json[]).map(({ hash, link, error }) => [String(hash), { link, error }]),
    )
  } catch (error) {
    if (!(error instanceof PortalRefusal && (await portal.isRefusedAlone(error)))) throw error
    return new Map(hashes.map((hash) => [hash, { link: undefined, error: error.message }]))
  }
}
