import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { fetchOutside } from '../../platform/outside/fetch.ts'
import { saveBody, storeObject, type Write } from './bodies.ts'

export type Fetched = { hash?: string; error?: string }

const AT_ONCE = 4

/** Downloads files into temporary bodies, a few at a time; results are in the given order. */
export async function fetchBodies(
  ctx: Context,
  write: Write,
  links: readonly string[],
): Promise<Fetched[]> {
  const results: Fetched[] = new Array(links.length)
  const waiting = links.entries()
  const work = async () => {
    for (const [at, link] of waiting) results[at] = await fetchBody(ctx, write, link)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

async function fetchBody(ctx: Context, write: Write, link: string): Promise<Fetched> {
  const { KONTOR_PRIVATE_ADDRESSES, KONTOR_UPLOAD_LIMIT, KONTOR_FETCH_TIMEOUT } = ctx.config
  const content = fetchOutside(link, {
    allowed: KONTOR_PRIVATE_ADDRESSES,
    largest: KONTOR_UPLOAD_LIMIT,
    patience: KONTOR_FETCH_TIMEOUT * 1000,
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
