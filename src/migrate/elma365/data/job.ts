import type { Portal } from './portal.ts'
import type { State } from './state.ts'
import type { Tally } from './tally.ts'
import type { Target } from './target.ts'

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
}

/** One run from a portal to a server of ours. */
export type Job = {
  portal: Portal
  target: Target
  state: State
  tally: Tally
  options: Options
  progress: Progress
}
