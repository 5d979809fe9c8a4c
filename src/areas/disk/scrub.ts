import type { FileStore } from '../../platform/files/file-store.ts'
import { onOneNode } from '../../platform/jobs/one-node.ts'
import type { Job } from '../../platform/jobs/runner.ts'
import { noteFault } from './faults.ts'
import * as store from './store/faults.ts'

const BATCH = 50
const MOST_FAULTY = 100
const START = ''
/** To open a body costs about as much as to read so many bytes. */
const LEAST = 64 * 1024
/** In milliseconds, from the start of a pass through all bodies to the next. */
const REST = 7 * 86_400_000

type Scrubbing = { job: Pick<Job, 'read' | 'write'>; files: FileStore }

/**
 * Compares some bodies with their checksums, so that all of them have been read after a while. It begins
 * with those that had a fault: whoever restored them sees it soon.
 */
export const scrubBodies = (job: Job): Promise<void> => onOneNode(job, 'scrub', () => scrub(job))

async function scrub(job: Job): Promise<void> {
  const { files, limit } = await job.read(async ({ files, config }) => ({
    files,
    limit: config.KONTOR_SCRUB_LIMIT,
  }))
  await job.write((ctx) => store.deleteObsolete(ctx.db))
  if (limit === 0) return
  const bytes = await readFaulty({ job, files }, Math.ceil(limit / 2))
  await goOn({ job, files }, limit - bytes)
}

/** Larger ones that are damaged wait for the pass, or for a download. Returns the bytes that it took. */
async function readFaulty({ job, files }: Scrubbing, limit: number): Promise<number> {
  const faulty = await job.read((ctx) =>
    store.listFaulty(ctx.db, { largest: Math.max(limit, LEAST), most: MOST_FAULTY }),
  )
  let bytes = 0
  for (const body of faulty) {
    if (bytes >= limit) break
    const { object } = body
    const fault = await files.examine(body)
    bytes += fault === 'missing' ? LEAST : Math.max(body.size, LEAST)
    await job.write(async (ctx) => {
      await noteFault(ctx, { object, fault, by: 'scrub' })
      await store.saveSeen(ctx.db, object, ctx.now())
    })
  }
  return bytes
}

async function goOn({ job, files }: Scrubbing, limit: number): Promise<void> {
  for (let left = limit; left > 0; ) {
    const scrub = await job.read((ctx) => store.findScrub(ctx.db))
    if (scrub && (await job.read(async (ctx) => rests(scrub, ctx.now())))) return
    const bodies = await job.read((ctx) =>
      store.listStored(ctx.db, { after: scrub?.after ?? START, most: BATCH }),
    )
    let last = scrub?.after ?? START
    for (const body of bodies) {
      if (left <= 0) break
      await scrubOne({ job, files }, body)
      left -= Math.max(body.size, LEAST)
      last = body.object
    }
    const isOver = bodies.length < BATCH && last === (bodies.at(-1)?.object ?? last)
    await job.write((ctx) => {
      const now = ctx.now()
      const started_at = scrub && scrub.after !== START ? scrub.started_at : now
      const done = { after: START, started_at, completed_at: now }
      const going = { after: last, started_at, completed_at: scrub?.completed_at ?? null }
      return store.saveScrub(ctx.db, isOver ? done : going)
    })
    if (isOver) return
  }
}

const rests = ({ after, started_at, completed_at }: store.Scrub, now: Date): boolean =>
  after === START && completed_at !== null && now.getTime() - started_at.getTime() < REST

/** Most are sound, and nothing is written about them. */
async function scrubOne({ job, files }: Scrubbing, body: store.StoredBody): Promise<void> {
  const { object, is_faulty } = body
  const fault = await files.examine(body)
  if (!fault && !is_faulty) return
  await job.write((ctx) => noteFault(ctx, { object, fault, by: 'scrub' }))
}
