import { type Db, statement } from './db/db.ts'
import type { Signals } from './signals.ts'

/** Whoever changes definitions signals this topic. */
export const DEFINITIONS = 'definitions'

/** A definition as every node keeps it. What it says is read when somebody first asks. */
export type Published = {
  readonly id: string
  readonly kind: string
  readonly namespace: string
  readonly code: string
  readonly solution: string
  /** Counts the changes of this definition. */
  readonly version: number
  /** Which change of the whole set it was. */
  readonly revision: number
  /** The newest published version, for processes. */
  readonly processVersion: number | null
  readonly file: string
  /** Checksums of the files it names. */
  readonly attachments: Readonly<Record<string, string>>
  readonly createdAt: Date
  readonly createdBy: string
  readonly updatedAt: Date
  readonly updatedBy: string
  readonly deletedAt: Date | null
  readonly body: unknown
  /** Fields taken out of an app whose columns are still there. */
  readonly removedFields: Readonly<Record<string, unknown>>
}

/** All definitions at one moment. It never changes: who has taken one sees the same to the end. */
export class Snapshot {
  /** Grows with every change of any definition. */
  readonly version: number
  readonly #byId: ReadonlyMap<string, Published>
  readonly #byKey: ReadonlyMap<string, Published>
  readonly #byKind: ReadonlyMap<string, Published[]>

  constructor(all: readonly Published[]) {
    this.version = all.reduce((newest, { revision }) => Math.max(newest, revision), 0)
    this.#byId = new Map(all.map((each) => [each.id, each]))
    this.#byKey = new Map(all.map((each) => [keyOf(each.kind, each.namespace, each.code), each]))
    this.#byKind = Map.groupBy(all, ({ kind }) => kind)
  }

  /** undefined also for a deleted one. */
  find(kind: string, namespace: string, code: string): Published | undefined {
    const found = this.#byKey.get(keyOf(kind, namespace, code))
    return found?.deletedAt ? undefined : found
  }

  /** Deleted ones too. */
  byId(id: string): Published | undefined {
    return this.#byId.get(id)
  }

  /** By namespace and code; all that are not deleted, or those of one namespace. */
  list(kind: string, namespace?: string): Published[] {
    return this.listWithDeleted(kind, namespace).filter(({ deletedAt }) => !deletedAt)
  }

  listWithDeleted(kind: string, namespace?: string): Published[] {
    const all = this.#byKind.get(kind) ?? []
    return namespace === undefined ? all : all.filter((each) => each.namespace === namespace)
  }

  all(): Published[] {
    return [...this.#byId.values()]
  }
}

const keyOf = (kind: string, namespace: string, code: string) => `${kind}:${namespace}/${code}`

/**
 * Keeps the definitions in memory until they change anywhere. A new snapshot fetches only what is
 * new and shares the rest with the last one, so that a change in one of 2,000 apps costs one app.
 */
export class Definitions {
  readonly #signals: Signals
  #last = new Snapshot([])
  #current: Promise<Snapshot> | undefined

  constructor(signals: Signals) {
    this.#signals = signals
    signals.on(DEFINITIONS, () => {
      this.#current = undefined
    })
  }

  current(db: Db): Promise<Snapshot> {
    if (!this.#signals.isHearing) return this.load(db)
    this.#current ??= this.#keep(this.load(db))
    return this.#current
  }

  /** As this transaction sees them now; nothing of it is kept for others. */
  async load(db: Db): Promise<Snapshot> {
    const known = this.#last
    const all = known.all()
    const rows = await db.query(selectDefinitions, [
      all.map(({ id }) => id),
      all.map(({ revision }) => revision),
    ])
    return new Snapshot(rows.map((row) => toPublished(row, known)))
  }

  #keep(loading: Promise<Snapshot>): Promise<Snapshot> {
    loading.then(
      (snapshot) => {
        if (snapshot.version >= this.#last.version) this.#last = snapshot
      },
      () => {
        if (this.#current === loading) this.#current = undefined
      },
    )
    return loading
  }
}

type Row = {
  id: string
  kind: string
  namespace: string
  code: string
  solution: string
  version: number
  revision: number
  process_version: number | null
  file: string
  attachments: Record<string, string>
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  deleted_at: Date | null
  /** null = the one we have is still right. */
  body: string | null
  removed_fields: string | null
}

const selectDefinitions = statement<Row>(`
  select d.id, d.kind, d.namespace, d.code, d.solution, d.version, d.revision, d.file,
    d.attachments, d.created_at, d.created_by, d.updated_at, d.updated_by, d.deleted_at,
    v.number as process_version,
    case when k.revision is distinct from d.revision then d.body::text end as body,
    case when k.revision is distinct from d.revision then t.removed_fields::text end as removed_fields
  from kontor.definitions d
  left join unnest($1::uuid[], $2::bigint[]) as k(id, revision) on k.id = d.id
  left join kontor.app_tables t on t.app_id = d.id
  left join (
    select template_id, max(number) as number from kontor.process_versions group by template_id
  ) v on v.template_id = d.id
  order by d.namespace, d.code, d.kind`)

function toPublished(row: Row, known: Snapshot): Published {
  const { body } = row
  if (body === null) return known.byId(row.id) as Published
  const parsedBody = lazily(() => JSON.parse(body) as unknown)
  const removed = lazily(() => JSON.parse(row.removed_fields ?? '{}') as Record<string, unknown>)
  return {
    id: row.id,
    kind: row.kind,
    namespace: row.namespace,
    code: row.code,
    solution: row.solution,
    version: row.version,
    revision: row.revision,
    processVersion: row.process_version,
    file: row.file,
    attachments: row.attachments,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    deletedAt: row.deleted_at,
    get body() {
      return parsedBody()
    },
    get removedFields() {
      return removed()
    },
  }
}

function lazily<T>(read: () => T): () => T {
  let value: { is: T } | undefined
  return () => {
    value ??= { is: read() }
    return value.is
  }
}
