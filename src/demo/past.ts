import { listCallers } from '../areas/access/service.ts'
import { type Caller, SYSTEM } from '../platform/caller.ts'
import type { Context, Platform } from '../platform/context.ts'
import { type AppEvent, appendEvents } from '../platform/events.ts'
import type { Reading } from './cells.ts'

type PastEvent = { event: AppEvent; at: Date; actor: string }

/** One transaction in which different users act at different times, as recorded in the event log. */
export class Past {
  readonly #ctx: Context
  readonly #platform: Platform
  readonly #told: PastEvent[] = []
  readonly #callers = new Map<string, Caller>()

  constructor(ctx: Context, platform: Platform) {
    this.#ctx = ctx
    this.#platform = platform
  }

  by =
    (user: Caller) =>
    (at: Date): Context => {
      const ctx: Context = {
        ...this.#ctx,
        user,
        now: () => at,
        emit: async (event) => {
          this.#told.push({ event, at, actor: user.id })
          await this.#platform.listeners[event.type]?.run(ctx, [event])
        },
      }
      return ctx
    }

  async callerOf(login: string, { names }: Reading): Promise<Caller> {
    const known = this.#callers.get(login)
    if (known) return known
    const id = names.unit(`user:${login}`)
    const [caller] = id === undefined ? [] : await listCallers(this.#ctx, [id])
    if (!caller) throw new Error(`demo data: there is no user ${login}`)
    this.#callers.set(login, caller)
    return caller
  }

  /** Groups consecutive events of one user and time into one statement; the order is kept. */
  async write(): Promise<void> {
    const groups = new Map<string, PastEvent[]>()
    for (const told of this.#told) {
      const key = `${told.at.toISOString()} ${told.actor}`
      groups.set(key, [...(groups.get(key) ?? []), told])
    }
    for (const group of groups.values()) await this.#append(group)
  }

  async #append(group: readonly PastEvent[]): Promise<void> {
    const { at = this.#ctx.now(), actor = SYSTEM.id } = group[0] ?? {}
    const origin = { at, actor, credential: null, requestId: 'demo' }
    const events = group.map(({ event }) => event)
    for (const append of appendEvents(events, origin)) await this.#ctx.db.run(append)
  }
}
