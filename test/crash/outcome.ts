import type { Follower } from './follower.ts'
import type { Writers } from './writers.ts'

export type CrashOptions = {
  rounds: number
  seed: number
  /** Milliseconds at most between two writes of a caller: many rounds on a small machine need it. */
  rest?: number
  say(line: string): void
}

export type Crashed = {
  writes: number
  /** Sent more than once, because a server died before it answered. */
  retried: number
  /** Of those, the ones that had acted all the same: each would have acted twice without its key. */
  replayed: number
  events: number
  problems: string[]
}

export const toCrashed = (writers: Writers, follower: Follower, problems: string[]): Crashed => ({
  writes: writers.writes.length,
  retried: writers.writes.filter(({ tries }) => tries > 1).length,
  replayed: writers.writes.filter(({ isReplayed }) => isReplayed).length,
  events: follower.events.length,
  problems,
})
