import type { Heard } from '../crash/hearing.ts'
import type { Receiver } from './receivers.ts'

/** A failed message is sent again after 5 seconds, 5 minutes, half an hour … */
const MOST_TRIES = 3

/** Messages that a receiver missed, or got in the wrong order or too often. */
export function judge(receiver: Receiver, expected: Heard[], kills: number): string[] {
  const { kind, heard, elsewhere } = receiver
  const first = firstOnly(heard)
  const positions = new Set(first.map(({ position }) => position))
  const missing = expected.filter(({ position }) => !positions.has(position)).length
  const late = countLate(first)
  const tries = Math.max(0, ...receiver.tries.values())
  return [
    missing > 0 && `${kind}: missed ${missing} of ${expected.length} events`,
    late > 0 && `${kind}: heard ${late} events before an earlier one of the same object`,
    // A killed node could not record its attempt.
    tries > MOST_TRIES + kills && `${kind}: got the same message ${tries} times`,
    elsewhere > 0 && `${kind}: ${elsewhere} messages went where it redirected to`,
  ].filter((problem) => problem !== false)
}

/** A message may arrive twice; only the first time counts. */
export function firstOnly(heard: Heard[]): Heard[] {
  const seen = new Set<number>()
  return heard.filter(({ position }) => !seen.has(position) && seen.add(position))
}

function countLate(heard: Heard[]): number {
  const last = new Map<string, number>()
  return heard.filter(({ object, position }) => {
    const before = last.get(object) ?? 0
    last.set(object, Math.max(before, position))
    return position < before
  }).length
}
