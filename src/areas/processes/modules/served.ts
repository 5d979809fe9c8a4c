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
  /** Ends when whoever called has gone. */
  left: AbortSignal
}

/** A script somebody waits for: its job is ours from the beginning, and gone with the answer. */
export async function serve<T>(
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

/** The script did not even begin: whoever called may come back. */
export const isBusy = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'too_many' || error.code === 'unavailable')
