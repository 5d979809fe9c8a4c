import { newId } from '../../lib/ids.ts'
import { toStorable } from '../../lib/storable.ts'
import { type Caller, type Credential, SYSTEM } from '../../platform/caller.ts'
import { type Platform, write } from '../../platform/context.ts'
import { DatabaseCache } from '../../platform/database-cache.ts'
import { BackgroundLoop } from '../../platform/loops/background-loop.ts'
import * as connections from './oauth/store/connections.ts'
import { viewAs } from './previews.ts'
import { hashSecret } from './secrets.ts'
import { addCalls, addedUp, type Calls } from './store/calls.ts'
import * as people from './store/people.ts'
import * as sessions from './store/sessions.ts'
import * as tokens from './store/tokens.ts'

/** Signalled by changes of users, groups, tokens or sessions. */
export const IDENTITY = 'identity'

const FLUSH_EVERY = 30_000
const LONGEST_FAILURE = 500
const NO_CALLS: Calls = { calls: 0, failures: 0, succeededAt: null, failedAt: null, failure: null }

/** A session as cached by this node. */
type OpenSession = { caller: Caller; usedAt: Date }

type Identified = Caller | undefined | Promise<Caller | undefined>

/**
 * Finds the user of a token or session. Cached per node, so that a request needs no query; a revocation is
 * signalled to all nodes. The last use of tokens and sessions is written in batches.
 */
export class Identity {
  readonly #platform: Platform
  readonly #callers: DatabaseCache<Caller | undefined>
  readonly #sessions: DatabaseCache<OpenSession | undefined>
  readonly #flushing: BackgroundLoop
  #used = new Map<string, Date>()
  #usedSessions = new Map<string, Date>()
  #calls = new Map<string, Calls>()

  constructor(platform: Platform) {
    this.#platform = platform
    this.#callers = new DatabaseCache(platform.signals, IDENTITY)
    this.#sessions = new DatabaseCache(platform.signals, IDENTITY)
    this.#flushing = new BackgroundLoop({
      round: async () => {
        await this.flush()
        return FLUSH_EVERY
      },
      onFailure: (error) => this.#complain(error),
    })
    this.#flushing.start()
  }

  byToken(token: string): Identified {
    const { db } = this.#platform
    return this.#alive(this.#callers.get(db, `t${token}`, () => this.#loadToken(token)))
  }

  async bySession(secret: string): Promise<Caller | undefined> {
    const { db } = this.#platform
    const load = () => this.#loadSession(secret)
    const known = await this.#sessions.get(db, secret, load)
    if (!known) return undefined
    // It may have been used on another node, which records that.
    const session = this.#isIdle(known) ? await load() : known
    if (!session || this.#isIdle(session)) return undefined
    const caller = this.#ifAlive(session.caller)
    if (caller) this.#noteUse(known, caller)
    return caller
  }

  byPreview(viewer: Caller, id: string): Promise<Caller> {
    return viewAs(this.#platform, viewer, id)
  }

  /** Administrators see results of calls of programs. Those of browsers are not counted. */
  noteCall({ credential: { kind, id } }: Caller, failure?: string): void {
    if (kind !== 'token' || !id) return
    const known = this.#calls.get(id) ?? { ...NO_CALLS }
    const now = this.#platform.now()
    known.calls++
    if (failure === undefined) known.succeededAt = now
    else {
      known.failures++
      known.failedAt = now
      known.failure = toStorable(failure.slice(0, LONGEST_FAILURE))
    }
    this.#calls.set(id, known)
  }

  async stop(): Promise<void> {
    await this.#flushing.stop()
    await this.flush().catch((error: unknown) => this.#complain(error))
  }

  async flush(): Promise<void> {
    if (this.#used.size + this.#usedSessions.size + this.#calls.size === 0) return
    const [used, usedSessions, calls] = [this.#used, this.#usedSessions, this.#calls]
    this.#used = new Map()
    this.#usedSessions = new Map()
    this.#calls = new Map()
    const origin = { user: SYSTEM, requestId: newId(), log: this.#platform.log }
    try {
      await write(this.#platform, origin, async (ctx) => {
        await tokens.saveLastUse(ctx.db, used)
        await connections.saveLastUse(ctx.db, used)
        await sessions.saveSessionUse(ctx.db, usedSessions)
        await addCalls(ctx.db, calls)
      })
    } catch (error) {
      // The next batch includes them.
      this.#used = new Map([...used, ...this.#used])
      this.#usedSessions = new Map([...usedSessions, ...this.#usedSessions])
      this.#calls = addedUp(calls, this.#calls)
      throw error
    }
  }

  #isIdle({ usedAt }: OpenSession): boolean {
    const { config, now } = this.#platform
    return usedAt.getTime() + config.KONTOR_SESSION_IDLE * 1000 <= now().getTime()
  }

  #noteUse(known: OpenSession, { credential: { id } }: Caller): void {
    known.usedAt = this.#platform.now()
    if (id) this.#usedSessions.set(id, known.usedAt)
  }

  #alive(found: Identified): Identified {
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
    const { scopes, expires_at: expiresAt, assistants, reach } = row
    const credential = { kind: 'token', id: row.id, scopes, expiresAt, assistants, reach } as const
    if (row.connection_id === null) return this.#findCaller(row.user_id, credential)
    const { connection_id: id, client, audience } = row
    return this.#findCaller(row.user_id, { ...credential, id, connection: { client, audience } })
  }

  async #loadSession(secret: string): Promise<OpenSession | undefined> {
    const row = await sessions.findSessionByHash(this.#platform.db, hashSecret(secret))
    if (!row) return undefined
    const { id, expires_at: expiresAt, proven_at: provenAt, last_used_at: savedUse } = row
    const credential = { kind: 'session', id, scopes: null, expiresAt, provenAt } as const
    const caller = await this.#findCaller(row.user_id, credential)
    const usedHere = this.#usedSessions.get(id) ?? savedUse
    return caller && { caller, usedAt: usedHere > savedUse ? usedHere : savedUse }
  }

  #findCaller(user: string, credential: Credential): Promise<Caller | undefined> {
    return people.findCaller(this.#platform.db, user, credential)
  }

  #complain(err: unknown): void {
    this.#platform.log.warn({ err }, 'cannot note when tokens and sessions were last used')
  }
}
