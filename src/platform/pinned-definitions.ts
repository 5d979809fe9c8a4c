import pg from 'pg'
import type { Db } from './db/db.ts'
import { type Sql, sql } from './db/sql.ts'
import type { DefinitionSet, Definitions } from './definitions.ts'

const NEWEST = sql`(select coalesce(max(revision), 0) from kontor.definitions)`

/** SQL that is true for no version or the newest one, and fails the whole transaction otherwise. */
export const unlessChanged = (version: number | null): Sql => sql`
  case when ${version}::bigint is null or ${version} = ${NEWEST} then true
  else ('the definitions have changed to ' || ${NEWEST})::boolean end`

export const requireDefinitions = (version: number | null): Sql[] =>
  version === null ? [] : [sql`select where ${unlessChanged(version)}`]

/**
 * The definitions that one piece of work relies on. Whoever had to wait for a table while a
 * solution was applied goes on with a set that is no longer so, and would write values of the old
 * type into columns of the new one: such work is done again.
 */
export class TakenDefinitions {
  readonly #definitions: Definitions
  readonly #db: Db
  #taken: Promise<DefinitionSet> | undefined

  constructor(definitions: Definitions, db: Db) {
    this.#definitions = definitions
    this.#db = db
  }

  /** What a transaction has changed itself may never be committed, so nobody else may see it. */
  take(isChanging: boolean): Promise<DefinitionSet> {
    this.#taken ??= isChanging
      ? this.#definitions.load(this.#db)
      : this.#definitions.current(this.#db)
    return this.#taken
  }

  /**
   * What is checked together with COMMIT; null when nothing was taken. Until then the work holds
   * the tables it wrote to, so they cannot change after the check.
   */
  async version(): Promise<number | null> {
    return this.#taken === undefined ? null : (await this.#taken).version
  }

  /** True when an error may be that of work which relied on what is no longer so. */
  async explains(error: unknown, db: Db): Promise<boolean> {
    if (!isAboutShape(error)) return false
    return this.#hasChanged(() => this.#definitions.load(db))
  }

  /** As far as this node has heard. */
  isOutdated(db: Db): Promise<boolean> {
    return this.#hasChanged(() => this.#definitions.current(db))
  }

  async #hasChanged(load: () => Promise<DefinitionSet>): Promise<boolean> {
    if (this.#taken === undefined) return false
    return (await this.#taken).version !== (await load()).version
  }
}

/** Values that do not fit, columns and operators that are not there. */
const isAboutShape = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|42|0A)/.test(error.code ?? '')
