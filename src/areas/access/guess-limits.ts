import { tooMany } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import * as sessions from './store/sessions.ts'

/**
 * A number of free guesses, then waits that double. Failures are forgiven over time; a right password does not
 * reset the counters of others.
 */
type GuessLimit = { free: number; forgivenPerMinute: number }

/** One login from one address or known browser: typos are few. */
const NARROW: GuessLimit = { free: 5, forgivenPerMinute: 0 }
/** An address may be that of a whole company with frequent typos. */
const BY_ADDRESS: GuessLimit = { free: 50, forgivenPerMinute: 1 }
/** One login from all addresses: only a distributed attack reaches it. */
const BY_LOGIN: GuessLimit = { free: 100, forgivenPerMinute: 1 }
const LONGEST = 15 * 60
const DAY = 24 * 3600

/** Where failures are counted, and what a right password resets there. */
export type Counter = { key: string; limit: GuessLimit; isForgiven: boolean }

export type Guess = { login: string; address: string; device: string | undefined }

/**
 * A browser that the user signed in with before is counted separately, so that guesses of others never lock its
 * user out. All others are counted by login and address, by address, and by login.
 */
export function countersOf({ login, address, device }: Guess): Counter[] {
  if (device) return [{ key: `device:${device}`, limit: NARROW, isForgiven: true }]
  return [
    ...nameCounters(login.toLowerCase(), address),
    { key: `address:${address}`, limit: BY_ADDRESS, isForgiven: false },
  ]
}

/** The account that a guess is about, if it has several names. */
export const nameCounters = (name: string, address: string): Counter[] => [
  { key: `pair:${name} ${address}`, limit: NARROW, isForgiven: true },
  { key: `login:${name}`, limit: BY_LOGIN, isForgiven: false },
]

/** Codes of second factors and confirmations, from any address. */
export const factorCounters = (user: string): Counter[] => [
  { key: `factor:${user}`, limit: NARROW, isForgiven: true },
]

/**
 * Links for forgotten passwords and for guests. Not counted by name alone: strangers could keep its owner waiting.
 * The number of letters is limited when they are sent.
 */
export const linkCounters = (
  of: 'reset' | 'guest-link',
  name: string,
  address: string,
): Counter[] => [
  { key: `${of}:${name.toLowerCase()} ${address}`, limit: NARROW, isForgiven: false },
  { key: `${of}-from:${address}`, limit: BY_ADDRESS, isForgiven: false },
]

/** Passkeys requested without a user. */
export const passkeyCounters = (address: string): Counter[] => [
  { key: `passkey-from:${address}`, limit: BY_ADDRESS, isForgiven: false },
]

/** Counts a failure before the password is checked, so that parallel guesses count too. */
export async function countGuess(ctx: Context, counters: readonly Counter[]): Promise<void> {
  for (const { key, limit } of counters) await slowDown(ctx, key, limit)
}

/** Actions that a person may do so many times a day, from anywhere. */
export async function countInDay(ctx: Context, key: string, most: number): Promise<void> {
  if (await takeOfDay(ctx, key, most)) return
  throw tooMany(`times in a day: at most ${most}`, DAY - ((ctx.now().getTime() / 1000) % DAY))
}

/** Takes one of so many a day: false if none is left. */
export async function takeOfDay(ctx: Context, key: string, most: number): Promise<boolean> {
  const day = dayOf(ctx, key)
  const now = ctx.now()
  const { failures } = await sessions.lockFailures(ctx.db, day, now)
  if (failures >= most) return false
  await sessions.saveFailures(ctx.db, day, { failures: failures + 1, last_at: now })
  return true
}

export const giveBackOfDay = (ctx: Context, key: string) =>
  sessions.takeFailureBack(ctx.db, dayOf(ctx, key))

const dayOf = (ctx: Context, key: string) => `${key} ${ctx.now().toISOString().slice(0, 10)}`

/** The password was right: takes the counted failure back. */
export async function takeBack(ctx: Context, counters: readonly Counter[]): Promise<void> {
  for (const { key, isForgiven } of counters) {
    if (isForgiven) await sessions.deleteFailures(ctx.db, key)
    else await sessions.takeFailureBack(ctx.db, key)
  }
}

async function slowDown(ctx: Context, key: string, limit: GuessLimit): Promise<void> {
  const now = ctx.now()
  const before = await sessions.lockFailures(ctx.db, key, now)
  // The last one may be newer: of a concurrent request, or of a node whose clock is ahead.
  const passed = Math.max(0, (now.getTime() - before.last_at.getTime()) / 1000)
  const forgiven = Math.floor((passed / 60) * limit.forgivenPerMinute)
  const failures = Math.max(0, before.failures - forgiven)
  const wait = failures < limit.free ? 0 : Math.min(2 ** (failures - limit.free), LONGEST)
  if (wait > passed) {
    const left = wait - passed
    throw tooMany(`attempts, wait ${Math.ceil(left)} s`, left)
  }
  await sessions.saveFailures(ctx.db, key, { failures: failures + 1, last_at: now })
}
