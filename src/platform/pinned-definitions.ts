import pg from 'pg'
import type { Db } from './db/db.ts'
import { type Sql, sql } from './db/sql.ts'
import type { DefinitionSet, Definitions } from './definitions.ts'

const NEWEST = sql`(select coalesce(max(revision), 0) from kontor.definitions)`

/** SQL that is true for null or the newest version, and fails the whole transaction otherwise. */
export const unlessChanged = (version: number | null): Sql => sql`
  case when ${version}::bigint is null or ${version} = ${NEWEST} then true
  else ('the definitions have changed to ' || ${NEWEST})::boolean end`

export const requireDefinitions = (version: number | null): Sql[] =>
  version === null ? [] : [sql`select where ${unlessChanged(version)}`]

/**
 * The definitions that one request uses. A request that waited for a table while a solution was applied
 * continues with an outdated set, and would write values of the old type into columns of the new one: it
 * is repeated.
 */
export class PinnedDefinitions {
  readonly #definitions: Definitions
  readonly #db: Db
  #taken: Promise<DefinitionSet> | undefined

  constructor(definitions: Definitions, db: Db) {
    this.#definitions = definitions
    this.#db = db
  }

  /** Changes of this transaction may be rolled back, so they are not cached. */
  take(isChanging: boolean): Promise<DefinitionSet> {
    this.#taken ??= isChanging
      ? this.#definitions.load(this.#db)
      : this.#definitions.current(this.#db)
    return this.#taken
  }

  /**
   * The version to check together with COMMIT; null if the definitions were not used. Until the commit the
   * transaction holds locks on the tables it wrote to, so they cannot change after the check.
   */
  async version(): Promise<number | null> {
    return this.#taken === undefined ? null : (await this.#taken).version
  }

  /** Whether outdated definitions may have caused the error. */
  async explains(error: unknown, db: Db): Promise<boolean> {
    if (!isAboutShape(error)) return false
    return this.#hasChanged(() => this.#definitions.load(db))
  }

  /** The newest version that this node knows. */
  isOutdated(db: Db): Promise<boolean> {
    return this.#hasChanged(() => this.#definitions.current(db))
  }

  async #hasChanged(load: () => Promise<DefinitionSet>): Promise<boolean> {
    if (this.#taken === undefined) return false
    return (await this.#taken).version !== (await load()).version
  }
}

/** Values that do not fit, missing columns and operators. */
const isAboutShape = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|42|0A)/.test(error.code ?? '')
