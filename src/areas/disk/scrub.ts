import type { FileStore, RecordedBody } from '../../platform/files/file-store.ts'
import type { Job } from '../../platform/jobs/runner.ts'
import { noteFault } from './faults.ts'
import * as store from './store/faults.ts'

const BATCH = 50
const MOST_FAULTY = 100
const START = ''

/**
 * Compares some bodies with their checksums, so that all of them have been read after a while. It begins
 * with those that had a fault: whoever restored them sees it soon.
 */
export async function scrubBodies(job: Pick<Job, 'read' | 'write'>): Promise<void> {
  const { files, limit } = await job.read(async ({ files, config }) => ({
    files,
    limit: config.KONTOR_SCRUB_LIMIT,
  }))
  await job.write((ctx) => store.deleteObsolete(ctx.db))
  const faulty = await job.read((ctx) => store.listFaulty(ctx.db, MOST_FAULTY))
  for (const body of faulty) await scrubOne(job, files, body)
  if (limit > 0) await goOn(job, files, limit)
}

async function goOn(job: Pick<Job, 'read' | 'write'>, files: FileStore, limit: number) {
  for (let left = limit; left > 0; ) {
    const scrub = await job.read((ctx) => store.findScrub(ctx.db))
    const bodies = await job.read((ctx) =>
      store.listStored(ctx.db, { after: scrub?.after ?? START, most: BATCH }),
    )
    let last = scrub?.after ?? START
    for (const body of bodies) {
      if (left <= 0) break
      await scrubOne(job, files, body)
      left -= Math.max(body.size, 1)
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

async function scrubOne(job: Pick<Job, 'write'>, files: FileStore, body: RecordedBody) {
  const fault = await files.examine(body)
  await job.write((ctx) => noteFault(ctx, { object: body.object, fault, by: 'scrub' }))
}
