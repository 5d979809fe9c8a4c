import { newId } from '../../lib/ids.ts'
import { type Caller, SYSTEM } from '../../platform/caller.ts'
import { type Platform, write } from '../../platform/context.ts'
import { DatabaseCache } from '../../platform/database-cache.ts'
import { BackgroundLoop } from '../../platform/loops/background-loop.ts'
import { viewAs } from './previews.ts'
import { hashSecret } from './secrets.ts'
import * as people from './store/people.ts'
import * as sessions from './store/sessions.ts'
import * as tokens from './store/tokens.ts'

/** Whoever changes users, groups, tokens or sessions signals this topic. */
export const IDENTITY = 'identity'

const FLUSH_EVERY = 30_000

type Found = Caller | undefined | Promise<Caller | undefined>

/**
 * Finds who is behind a token or a session. Remembered per node, so that a request costs no query;
 * a revocation is signalled to every node. When a token was last used is written in bulk.
 */
export class Identity {
  readonly #platform: Platform
  readonly #callers: DatabaseCache<Caller | undefined>
  readonly #flushing: BackgroundLoop
  #used = new Map<string, Date>()

  constructor(platform: Platform) {
    this.#platform = platform
    this.#callers = new DatabaseCache(platform.signals, IDENTITY)
    this.#flushing = new BackgroundLoop({
      round: async () => {
        await this.flush()
        return FLUSH_EVERY
      },
      onFailure: (error) => this.#complain(error),
    })
    this.#flushing.start()
  }

  byToken(token: string): Found {
    const { db } = this.#platform
    return this.#alive(this.#callers.get(db, `t${token}`, () => this.#loadToken(token)))
  }

  bySession(secret: string): Found {
    const { db } = this.#platform
    return this.#alive(this.#callers.get(db, `s${secret}`, () => this.#loadSession(secret)))
  }

  byPreview(viewer: Caller, id: string): Promise<Caller> {
    return viewAs(this.#platform, viewer, id)
  }

  async stop(): Promise<void> {
    await this.#flushing.stop()
    await this.flush().catch((error: unknown) => this.#complain(error))
  }

  async flush(): Promise<void> {
    if (this.#used.size === 0) return
    const used = this.#used
    this.#used = new Map()
    const origin = { user: SYSTEM, requestId: newId(), log: this.#platform.log }
    await write(this.#platform, origin, (ctx) => tokens.saveLastUse(ctx.db, used))
  }

  #alive(found: Found): Found {
    if (found instanceof Promise) return found.then((caller) => this.#ifAlive(caller))
    return this.#ifAlive(found)
  }

  #ifAlive(caller: Caller | undefined): Caller | undefined {
    if (!caller) return undefined
    const now = this.#platform.now()
    const { kind, id, expiresAt } = caller.credential
    if (expiresAt && expiresAt <= now) return undefined
    if (kind === 'token' && id) this.#used.set(id, now)
    return caller
  }

  async #loadToken(token: string): Promise<Caller | undefined> {
    const row = await tokens.findTokenByHash(this.#platform.db, hashSecret(token))
    if (!row) return undefined
    const { id, scopes, expires_at: expiresAt } = row
    return people.findCaller(this.#platform.db, row.user_id, {
      kind: 'token',
      id,
      scopes,
      expiresAt,
    })
  }

  async #loadSession(secret: string): Promise<Caller | undefined> {
    const row = await sessions.findSessionByHash(this.#platform.db, hashSecret(secret))
    if (!row) return undefined
    const { id, expires_at: expiresAt } = row
    const credential = { kind: 'session', id, scopes: null, expiresAt } as const
    return people.findCaller(this.#platform.db, row.user_id, credential)
  }

  #complain(err: unknown): void {
    this.#platform.log.warn({ err }, 'cannot note when tokens were last used')
  }
}
