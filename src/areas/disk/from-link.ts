import { AppError, invalid } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { fetchOutside } from '../../platform/outside/fetch.ts'
import { saveBody, storeObject, type Write } from './bodies.ts'
import { DownloadLimit } from './download-limit.ts'

export type Fetched = { hash?: string; error?: string }

type Download = {
  write: Write
  /** The caller has left: what is not fetched by then is not fetched at all. */
  left: AbortSignal
}

/** Links of one request. */
const AT_ONCE = 4
/** Requests: each keeps a few connections and files open. */
const limit = new DownloadLimit({ perUser: 4, perNode: 32 })

/** Downloads files into temporary bodies, a few at a time; results are in the given order. */
export const fetchBodies = (ctx: Context, download: Download, links: readonly string[]) =>
  limit.run(ctx.user.id, () => fetchAll(ctx, download, links))

async function fetchAll(
  ctx: Context,
  download: Download,
  links: readonly string[],
): Promise<Fetched[]> {
  const results: Fetched[] = new Array(links.length)
  const waiting = links.entries()
  const work = async () => {
    for (const [at, link] of waiting) {
      if (download.left.aborted) return
      results[at] = await fetchBody(ctx, download, link)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  if (download.left.aborted) throw invalid('the caller left before all files were fetched')
  return results
}

async function fetchBody(ctx: Context, { write, left }: Download, link: string): Promise<Fetched> {
  const { KONTOR_PRIVATE_ADDRESSES, KONTOR_UPLOAD_LIMIT, KONTOR_FETCH_TIMEOUT } = ctx.config
  const content = fetchOutside(link, {
    allowed: KONTOR_PRIVATE_ADDRESSES,
    largest: KONTOR_UPLOAD_LIMIT,
    timeout: KONTOR_FETCH_TIMEOUT * 1000,
    left,
  })
  const hash = newId()
  try {
    await storeObject(ctx, { write, content: () => content }, (inside, stored) =>
      saveBody(inside, hash, { stored, isNew: true }),
    )
    return { hash }
  } catch (error) {
    if (error instanceof AppError) return { error: error.message }
    throw error
  }
}
