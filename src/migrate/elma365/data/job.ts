import type { Transferred } from '../../../lib/transfer.ts'
import type { Portal } from './portal.ts'
import type { State } from './state.ts'
import type { Tally } from './tally.ts'
import type { Batch, Target } from './target.ts'

/** How a run is followed: where it stands, and what it finished. */
export type Progress = {
  at(what: string, done: number, total?: number): void
  done(what: string, count: number): void
}

export type Options = {
  /** `workspace/app`; empty = every app. */
  apps: readonly string[]
  /** Everything again, also of apps that have come. */
  full: boolean
  /** Keys of the storage, which no portal lists. */
  storageKeys: readonly string[]
  /** Items of an app in one call. */
  pageSize: number
  /** Items of each app that are compared at the end, value by value. */
  samples: number
  /** What is left out, because the portal counts calls. */
  without: readonly Without[]
  /** A file with the tree of the org chart, which no portal shows. */
  orgChart?: string | undefined
  /** Processes whose running instances begin anew here, as `namespace/code`; the others are left there. */
  restart: readonly string[]
}

/** What may be left out. */
export const WITHOUT = ['files', 'feeds', 'registrations', 'sheets', 'instances'] as const
export type Without = (typeof WITHOUT)[number]

/** One run from a portal to a server of ours. */
export type Job = {
  portal: Portal
  target: Target
  state: State
  tally: Tally
  options: Options
  progress: Progress
  /** Instances that were seen to run there, by process. */
  running: Record<string, number>
}

/** Stores what is read only once: if some of it is refused, the next run reads all of `key` again. */
export async function storeOnce(job: Job, key: string, batch: Batch): Promise<Transferred> {
  const stored = await job.target.store(batch, job.state.ids)
  if (stored.refused > 0) job.state.refuse(key)
  return stored
}

/** A few at once; the first error ends all of them. */
export async function inParallel<T>(
  all: readonly T[],
  atOnce: number,
  work: (each: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all]
  const takeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
}
