import { tooMany } from '../lib/errors.ts'
import type { Caller } from './caller.ts'
import type { Db } from './db/db.ts'

const HOUR = 3_600_000

/** The kind of object that has the value. */
export type HiddenKind = 'item' | 'body'

type Count = { since: number; count: number }

/** Also true if the clock was set back. */
const isOver = (since: number, now: number): boolean => now < since || now - since >= HOUR

/**
 * A conflict on a unique value reveals that somebody has it, also if the caller may not read that object. Such
 * answers are counted, and a person gets a limited number per hour and node, so that trying a list of values is
 * not worthwhile.
 */
export class HiddenConflicts {
  /** Since the start, by kind; shown by the metrics. */
  readonly total: Record<HiddenKind, number> = { item: 0, body: 0 }
  /** Reads committed data: a transaction that failed with the conflict cannot be queried. */
  readonly db: Db
  readonly #limit: number
  readonly #now: () => Date
  readonly #people = new Map<string, Count>()

  /** 0 = no limit. */
  constructor(limit: number, now: () => Date, db: Db) {
    this.db = db
    this.#limit = limit
    this.#now = now
  }

  /** Refuses callers over the limit. Called before a value is compared, so that the refusal reveals nothing. */
  require({ id }: Caller): void {
    const left = this.#secondsLeft(id)
    if (left > 0) throw tooMany(`taken values: ${this.#limit} an hour are answered`, left)
  }

  isExhausted = ({ id }: Caller): boolean => this.#secondsLeft(id) > 0

  /**
   * Administrators may read everything. Users that programs and forms act as represent others, who have limits of
   * their own.
   */
  add(kind: HiddenKind, { id, isAdministrator, credential }: Caller, count = 1): void {
    if (isAdministrator || count === 0) return
    this.total[kind] += count
    if (credential.kind === 'token' && credential.id === null) return
    const now = this.#now().getTime()
    const { since = now, count: before = 0 } = this.#people.get(id) ?? {}
    const isNew = isOver(since, now)
    if (isNew) this.#forget(now)
    this.#people.set(id, isNew ? { since: now, count } : { since, count: before + count })
  }

  #secondsLeft(id: string): number {
    const found = this.#people.get(id)
    if (!found || this.#limit === 0 || found.count < this.#limit) return 0
    const now = this.#now().getTime()
    return isOver(found.since, now) ? 0 : Math.ceil((found.since + HOUR - now) / 1000)
  }

  #forget(now: number): void {
    for (const [id, { since }] of this.#people) if (isOver(since, now)) this.#people.delete(id)
  }
}
