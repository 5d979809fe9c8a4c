import { localOf } from '../../lib/calendar.ts'

/** Times of day as `09:00`, in the user's time zone. */
export type Clock = { zone: string }
export type Quiet = { from: string; to: string }

const MINUTE = 60_000
const DAY = 24 * 60

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes from one time of day to the next occurrence of another. */
const until = (from: number, to: number): number => (to - from + DAY) % DAY

/** When the current quiet hours end; undefined outside of them. They may span midnight. */
export function quietEnd(at: Date, quiet: Quiet | null, { zone }: Clock): Date | undefined {
  if (quiet === null) return undefined
  const { minute } = localOf(at, zone)
  const now = Math.floor(minute)
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const isQuiet = until(from, now) < until(from, to)
  return isQuiet ? new Date(wholeMinute(at) + until(now, to) * MINUTE) : undefined
}

/** The last time a digest was due: always, or once a day. */
export function digestTime(at: Date, digestAt: string | null, { zone }: Clock): Date {
  if (digestAt === null) return at
  const now = Math.floor(localOf(at, zone).minute)
  return new Date(wholeMinute(at) - until(minutesOf(digestAt), now) * MINUTE)
}

const wholeMinute = (at: Date): number => Math.floor(at.getTime() / MINUTE) * MINUTE
