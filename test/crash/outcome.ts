import type { Follower } from './follower.ts'
import type { Writers } from './writers.ts'

export type CrashOptions = {
  rounds: number
  seed: number
  /** The maximum pause between two writes of a caller, in milliseconds, for small machines. */
  rest?: number
  say(line: string): void
}

export type Crashed = {
  writes: number
  /** Writes sent more than once, because a server died before it responded. */
  retried: number
  /** Of those, the ones already executed: without the key they would have run twice. */
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
