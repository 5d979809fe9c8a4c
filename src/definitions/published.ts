import type { Field } from '../fields/field-type.ts'
import type { Published, Snapshot } from '../platform/definitions.ts'
import { type FieldDefinition, toFields } from './field.ts'
import { type Body, type Kind, kinds } from './kinds.ts'

/** A published definition whose body has the shape of its kind. */
export type PublishedOf<K extends Kind = Kind> = Omit<Published, 'kind' | 'body'> & {
  readonly kind: K
  readonly body: Body<K>
}

export type PublishedApp = PublishedOf<'app'> & {
  /** In the order in which people see them. */
  readonly fields: readonly Field[]
  readonly byCode: ReadonlyMap<string, Field>
  readonly removed: readonly Field[]
}

/** Read once per version; an unchanged definition is the same value in every snapshot. */
const read = new WeakMap<Published, PublishedOf>()
const apps = new WeakMap<Published, PublishedApp>()

/** Read with today's schema: keys that are newer than the definition have their defaults. */
export function readDefinition<K extends Kind = Kind>(definition: Published): PublishedOf<K> {
  const known = read.get(definition)
  if (known) return known as PublishedOf<K>
  const kind = definition.kind as K
  const typed = { ...definition, kind, body: kinds[kind].parse(definition.body) as Body<K> }
  read.set(definition, typed as PublishedOf)
  return typed
}

export function findDefinition<K extends Kind>(
  snapshot: Snapshot,
  kind: K,
  { namespace, code }: { namespace: string; code: string },
): PublishedOf<K> | undefined {
  const found = snapshot.find(kind, namespace, code)
  return found && readDefinition<K>(found)
}

export function findApp(
  snapshot: Snapshot,
  namespace: string,
  code: string,
): PublishedApp | undefined {
  const found = snapshot.find('app', namespace, code)
  return found && readApp(found)
}

export function readApp(definition: Published): PublishedApp {
  const known = apps.get(definition)
  if (known) return known
  const app = readDefinition<'app'>(definition)
  const fields = toFields(app.body.fields)
  const removed = toFields(app.removedFields as Record<string, FieldDefinition>)
  const byCode = new Map(fields.map((field) => [field.code, field]))
  const compiled = { ...app, fields, byCode, removed }
  apps.set(definition, compiled)
  return compiled
}
