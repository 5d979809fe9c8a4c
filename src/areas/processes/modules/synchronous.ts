import { randomUUID } from 'node:crypto'
import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { Work } from '../jobs/outcome.ts'
import { insertServed, LEASE } from '../scripts/store.ts'
import { takeJob } from '../store/jobs.ts'

type Served = {
  write<T>(act: (ctx: Context) => Promise<T>): Promise<T>
  module: string
  code: string
  /** Aborted when the caller disconnects. */
  left: AbortSignal
}

/** Runs a script whose caller waits: its job is leased from the beginning and deleted with the answer. */
export async function runSynchronously<T>(
  { write, module, code, left }: Served,
  run: (work: Work, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const key = randomUUID()
  const job = await write(({ db }) => insertServed(db, { key, module, code }))
  const work = {
    ...{ instanceId: '', token: 0, node: '', key: `job:${key}`, attempt: 1, payload: {} },
    lease: { job, key },
  }
  try {
    return await run(work, AbortSignal.any([left, AbortSignal.timeout(LEASE * 1000)]))
  } finally {
    await write(({ db }) => takeJob(db, job, key))
  }
}

/** The script did not begin: the caller may retry. */
export const isBusy = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'too_many' || error.code === 'unavailable')
