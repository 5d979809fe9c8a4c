import { forbidden, overQuota } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import * as store from './store/usage.ts'

export type Charge = { user: string; bytes: number }
type Usage = { used: number; limit: number | null }

/**
 * The remaining quota in one transaction. The size of a file is charged to the user who
 * uploaded its body. Only users with a limit wait for each other's uploads.
 */
export class Room {
  readonly #ctx: Context
  readonly #left = new Map<string, number>()

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  async take({ user, bytes }: Charge): Promise<void> {
    const { KONTOR_QUOTA: all, KONTOR_USER_QUOTA: each } = this.#ctx.config
    const limits = [
      ...(each > 0 ? [{ whose: user, limit: each, who: 'the user' }] : []),
      ...(all > 0 ? [{ whose: ALL, limit: all, who: 'the installation' }] : []),
    ]
    for (const { whose, limit, who } of limits) {
      const left = await this.#leftOf(whose, limit)
      if (left >= bytes) continue
      throw overQuota(
        `not enough space: the file has ${bytes} bytes, ${who} has ${Math.max(0, left)} of ${limit} left`,
      )
    }
    for (const { whose } of limits) {
      this.#left.set(whose, (this.#left.get(whose) ?? 0) - bytes)
    }
  }

  async #leftOf(whose: string, limit: number): Promise<number> {
    const known = this.#left.get(whose)
    if (known !== undefined) return known
    await store.lockUsage(this.#ctx.db, whose)
    const used = await store.findUsage(this.#ctx.db, whose === ALL ? null : whose)
    this.#left.set(whose, limit - used)
    return limit - used
  }
}

const ALL = 'all'

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
