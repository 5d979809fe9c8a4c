import { forbidden, overQuota } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import * as store from './store/usage.ts'

export type Charge = { user: string; bytes: number }
type Usage = { used: number; limit: number | null }

type Limit = { whose: string; most: number; who: string; setting: string }

const ALL = 'all'
/** More transactions than create files at the same moment. */
const AT_ONCE = 100

/**
 * The remaining quota in one transaction. The size of a file is charged to the user who uploaded its body.
 * Transactions wait for each other only if so many like this one could exceed a limit together. There is one
 * lock for all limits, as two of them could be taken in either order.
 */
export class Room {
  readonly #ctx: Context
  readonly #used = new Map<string, number>()
  readonly #taken = new Map<string, number>()
  #isLocked = false

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  async take({ user, bytes }: Charge): Promise<void> {
    const limits = limitsOf(this.#ctx, user)
    for (const limit of limits) {
      const left = await this.#leftOf(limit, bytes)
      if (left >= bytes) continue
      const { who, most, setting } = limit
      throw overQuota(
        `not enough space: the file has ${bytes} bytes, ${who} has ${Math.max(0, left)} of ${most} left (${setting})`,
      )
    }
    for (const { whose } of limits) this.#taken.set(whose, this.#takenOf(whose) + bytes)
  }

  async #leftOf({ whose, most }: Limit, bytes: number): Promise<number> {
    const taken = this.#takenOf(whose)
    const left = most - (await this.#usedBy(whose)) - taken
    if (this.#isLocked || left >= AT_ONCE * (taken + bytes)) return left
    await store.lockUsage(this.#ctx.db)
    this.#isLocked = true
    this.#used.clear()
    return most - (await this.#usedBy(whose)) - taken
  }

  #takenOf = (whose: string): number => this.#taken.get(whose) ?? 0

  async #usedBy(whose: string): Promise<number> {
    const known = this.#used.get(whose)
    if (known !== undefined) return known
    const used = await store.findUsage(this.#ctx.db, whose === ALL ? null : whose)
    this.#used.set(whose, used)
    return used
  }
}

function limitsOf({ config }: Context, user: string): Limit[] {
  const { KONTOR_QUOTA: all, KONTOR_USER_QUOTA: each } = config
  const limits = [
    { whose: user, most: each, who: 'the user', setting: 'KONTOR_USER_QUOTA' },
    { whose: ALL, most: all, who: 'the installation', setting: 'KONTOR_QUOTA' },
  ]
  return limits.filter(({ most }) => most > 0)
}

/** Checks the quota before the client sends the body. */
export async function checkRoom(ctx: Context, size: number): Promise<void> {
  await new Room(ctx).take({ user: ctx.user.id, bytes: size })
}

/** The same for what the user has sent and no file uses yet, which is also to be at most so many bytes. */
export async function checkWaiting(ctx: Context, most: number): Promise<void> {
  const waiting = await store.sumTemporary(ctx.db, ctx.user.id, ctx.now())
  if (waiting > most) throw overQuota('too many files wait to be used, try again later')
  await checkRoom(ctx, waiting)
}

/** Adds bodies to the usage, in the transaction that uses them; with `sign` -1 subtracts them. */
export async function charge(ctx: Context, charges: readonly Charge[], sign = 1): Promise<void> {
  const sums = Map.groupBy(charges, ({ user }) => user)
  for (const [user, own] of sums) {
    const bytes = own.reduce((sum, each) => sum + each.bytes, 0)
    if (bytes > 0) await store.insertUsage(ctx.db, user, sign * bytes)
  }
}

export async function getUsage(
  ctx: Context,
  user = ctx.user.id,
): Promise<{ user: Usage; installation: Usage | null }> {
  const { isAdministrator, id } = ctx.user
  if (user !== id && !isAdministrator)
    throw forbidden('only administrators can see what others use')
  const { KONTOR_QUOTA, KONTOR_USER_QUOTA } = ctx.config
  const usage = async (of: string | null, limit: number) => ({
    used: await store.findUsage(ctx.db, of),
    limit: limit || null,
  })
  return {
    user: await usage(user, KONTOR_USER_QUOTA),
    installation: isAdministrator ? await usage(null, KONTOR_QUOTA) : null,
  }
}

/** The number of files outside the trash, and the total size. */
export async function countFiles(ctx: Context): Promise<{ count: number; bytes: number }> {
  const [count, bytes] = await Promise.all([
    store.countFiles(ctx.db),
    store.findUsage(ctx.db, null),
  ])
  return { count, bytes }
}

export const sumTrash = (ctx: Context): Promise<number> => store.sumTrash(ctx.db)
