import type { Definition, Kind } from './kinds.ts'
import { keyOf } from './references.ts'

/** A definition as it was applied, with its history. Deleted ones stay known. */
export type StoredDefinition<K extends Kind = Kind> = Definition<K> & {
  version: number
  createdAt: Date
  createdBy: string
  updatedAt: Date
  updatedBy: string
  deletedAt: Date | null
}

/** All definitions at one moment. A request takes one snapshot and never mixes two. */
export class Snapshot {
  readonly #byKind: Map<Kind, StoredDefinition[]>
  readonly #byKey: Map<string, StoredDefinition>
  readonly #byId: Map<string, StoredDefinition>

  constructor(definitions: readonly StoredDefinition[]) {
    this.#byKind = Map.groupBy(definitions, ({ kind }) => kind)
    this.#byKey = new Map(definitions.map((each) => [keyOf(each), each]))
    this.#byId = new Map(definitions.map((each) => [each.id, each]))
  }

  /** Deleted ones included: who shows a list says so. */
  all<K extends Kind>(kind: K): StoredDefinition<K>[] {
    return (this.#byKind.get(kind) ?? []) as StoredDefinition<K>[]
  }

  live<K extends Kind>(kind: K): StoredDefinition<K>[] {
    return this.all(kind).filter(({ deletedAt }) => deletedAt === null)
  }

  find<K extends Kind>(kind: K, namespace: string, code: string): StoredDefinition<K> | undefined {
    return this.#byKey.get(keyOf({ kind, namespace, code })) as StoredDefinition<K> | undefined
  }

  findById<K extends Kind>(kind: K, id: string): StoredDefinition<K> | undefined {
    const found = this.#byId.get(id)
    return found?.kind === kind ? (found as StoredDefinition<K>) : undefined
  }
}
