import type { Db } from './db/db.ts'
import { sql } from './db/sql.ts'
import type { Signals } from './signals.ts'

/** The topic that is signalled when definitions change. */
export const DEFINITIONS = 'definitions'

/** A stored definition. Its body stays text until it is needed. */
export type DefinitionRow = {
  readonly id: string
  readonly kind: string
  readonly namespace: string
  readonly code: string
  readonly solution: string
  readonly version: number
  /** The version of the whole set at its last change. */
  readonly revision: number
  /** The newest published version, for processes. */
  readonly process_version: number | null
  readonly file: string
  readonly attachments: Readonly<Record<string, string>>
  readonly created_at: Date
  readonly created_by: string
  readonly updated_at: Date
  readonly updated_by: string
  readonly deleted_at: Date | null
  readonly body: string
  readonly removed_fields: string | null
}

/** All definitions at one moment, including deleted ones. Immutable. */
export type DefinitionSet = {
  /** Increases with every change of any definition. */
  readonly version: number
  readonly rows: ReadonlyMap<string, DefinitionRow>
}

/**
 * Keeps the definitions in memory until they change. A new set loads only the changes and shares the rest
 * with the previous one, so that a change in one of 2,000 apps costs one app.
 */
export class Definitions {
  readonly #signals: Signals
  #last: DefinitionSet = { version: 0, rows: new Map() }
  #current: Promise<DefinitionSet> | undefined

  constructor(signals: Signals) {
    this.#signals = signals
    signals.on(DEFINITIONS, () => {
      this.#current = undefined
    })
  }

  current(db: Db): Promise<DefinitionSet> {
    if (!this.#signals.isConnected) return this.load(db)
    const loading = this.#current
    // The caller that started the load may be cancelled, so the load must not depend on it.
    if (loading !== undefined) return loading.catch(() => this.load(db))
    this.#current = this.#keep(this.load(db))
    return this.#current
  }

  /** As this transaction sees them now; not cached. */
  async load(db: Db): Promise<DefinitionSet> {
    const known = this.#last.rows
    const ids = [...known.keys()]
    const revisions = Array.from(known.values(), ({ revision }) => revision)
    const found = await db.all(sql<FetchedRow>`
      select d.id, d.kind, d.namespace, d.code, d.solution, d.version, d.revision, d.file,
        d.attachments, d.created_at, d.created_by, d.updated_at, d.updated_by, d.deleted_at,
        v.number as process_version,
        case when k.revision is distinct from d.revision then d.body::text end as body,
        case when k.revision is distinct
        from d.revision then t.removed_fields::text end as removed_fields
      from kontor.definitions d
      left join unnest(${ids}::uuid[], ${revisions}::bigint[]) as k(id, revision) on k.id = d.id
      left join kontor.app_tables t on t.app_id = d.id
      left join (
        select template_id, max(number) as number from kontor.process_versions group by template_id
      ) v on v.template_id = d.id
      order by d.namespace, d.code, d.kind`)
    const rows = found.map(({ body, ...row }) =>
      body === null ? (known.get(row.id) as DefinitionRow) : { ...row, body },
    )
    return {
      version: rows.reduce((newest, { revision }) => Math.max(newest, revision), 0),
      rows: new Map(rows.map((row) => [row.id, row])),
    }
  }

  #keep(loading: Promise<DefinitionSet>): Promise<DefinitionSet> {
    loading.then(
      (set) => {
        if (set.version >= this.#last.version) this.#last = set
      },
      () => {
        if (this.#current === loading) this.#current = undefined
      },
    )
    return loading
  }
}

/** No body = the cached row is still current. */
type FetchedRow = Omit<DefinitionRow, 'body'> & { body: string | null }
