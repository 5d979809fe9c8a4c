import type { Field } from '../fields/field-type.ts'
import type { DefinitionRow, DefinitionSet } from '../platform/definitions.ts'
import { type FieldDefinition, toFields } from './field.ts'
import { type Body, type Definition, type Kind, kinds } from './kinds.ts'
import { keyOf } from './references.ts'

/** A definition as it was applied, with its history. Deleted ones stay known. */
export type StoredDefinition<K extends Kind = Kind> = Definition<K> & {
  readonly version: number
  /** The newest published version, for processes. */
  readonly processVersion: number | null
  readonly file: string
  /** Checksums of the files it names. */
  readonly attachments: Readonly<Record<string, string>>
  /** As it is stored. */
  readonly row: DefinitionRow
  readonly createdAt: Date
  readonly createdBy: string
  readonly updatedAt: Date
  readonly updatedBy: string
  readonly deletedAt: Date | null
}

export type StoredApp = StoredDefinition<'app'> & {
  /** In the order in which people see them. */
  readonly fields: readonly Field[]
  readonly byCode: ReadonlyMap<string, Field>
  /** Fields taken out of the app, whose columns are still there. */
  readonly removedFields: readonly Field[]
}

/** All definitions at one moment. A request takes one snapshot and never mixes two. */
export class Snapshot {
  readonly version: number
  readonly #byId: Map<string, StoredDefinition>
  readonly #byKey: Map<string, StoredDefinition>
  readonly #byKind: Map<Kind, StoredDefinition[]>

  constructor({ version, rows }: DefinitionSet) {
    const all = Array.from(rows.values(), toStored)
    this.version = version
    this.#byId = new Map(all.map((each) => [each.id, each]))
    this.#byKey = new Map(all.map((each) => [keyOf(each), each]))
    this.#byKind = Map.groupBy(all, ({ kind }) => kind)
  }

  /** Deleted ones included: who shows a list says so. */
  all<K extends Kind>(kind: K): StoredDefinition<K>[] {
    return (this.#byKind.get(kind) ?? []) as StoredDefinition<K>[]
  }

  live<K extends Kind>(kind: K): StoredDefinition<K>[] {
    return this.all(kind).filter(({ deletedAt }) => deletedAt === null)
  }

  /** Of every kind. */
  everything(): StoredDefinition[] {
    return [...this.#byId.values()]
  }

  find<K extends Kind>(kind: K, namespace: string, code: string): StoredDefinition<K> | undefined {
    return this.#byKey.get(keyOf({ kind, namespace, code })) as StoredDefinition<K> | undefined
  }

  findById<K extends Kind>(kind: K, id: string): StoredDefinition<K> | undefined {
    const found = this.#byId.get(id)
    return found?.kind === kind ? (found as StoredDefinition<K>) : undefined
  }

  /** An app that is not deleted, with its fields ready for use. */
  findApp(namespace: string, code: string): StoredApp | undefined {
    const found = this.find('app', namespace, code)
    return found && found.deletedAt === null ? toApp(found) : undefined
  }
}

const snapshots = new WeakMap<DefinitionSet, Snapshot>()
const definitions = new WeakMap<DefinitionRow, StoredDefinition>()
const apps = new WeakMap<StoredDefinition, StoredApp>()

/** The definitions of this request. */
export const snapshotOf = async (ctx: {
  definitions(): Promise<DefinitionSet>
}): Promise<Snapshot> => toSnapshot(await ctx.definitions())

export const toSnapshot = (set: DefinitionSet): Snapshot =>
  remembered(snapshots, set, () => new Snapshot(set))

/** Read once per version; an unchanged definition is the same value in every snapshot. */
const toStored = (row: DefinitionRow): StoredDefinition =>
  remembered(definitions, row, () => {
    const kind = row.kind as Kind
    let body: Body<Kind> | undefined
    return {
      id: row.id,
      kind,
      namespace: row.namespace,
      code: row.code,
      solution: row.solution,
      version: row.version,
      processVersion: row.process_version,
      file: row.file,
      attachments: row.attachments,
      row,
      createdAt: row.created_at,
      createdBy: row.created_by,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
      deletedAt: row.deleted_at,
      /** Read with today's schema: keys that are newer than the definition have their defaults. */
      get body() {
        body ??= kinds[kind].parse(JSON.parse(row.body)) as Body<Kind>
        return body
      },
    }
  })

export const toApp = (definition: StoredDefinition<'app'>): StoredApp =>
  remembered(apps, definition, () => {
    const removed: Record<string, FieldDefinition> = JSON.parse(
      definition.row.removed_fields ?? '{}',
    )
    const fields = toFields(definition.body.fields)
    return {
      ...definition,
      fields,
      byCode: new Map(fields.map((field) => [field.code, field])),
      removedFields: toFields(removed),
    }
  })

function remembered<Key extends object, Value>(
  values: WeakMap<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const known = values.get(key)
  if (known !== undefined) return known
  const made = make()
  values.set(key, made)
  return made
}
