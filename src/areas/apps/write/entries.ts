import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { Field } from '../../../fields/field-type.ts'
import type { Context } from '../../../platform/context.ts'
import { type Changes, changeMarks, type Item, type NewItem } from '../item.ts'

type Written = {
  /** Its index in the request. */
  at: number
  /** As the caller may see it. */
  app: StoredApp
  /** The values as the caller sent them: with uploads in the place of files. */
  given: ReadonlyMap<Field, unknown>
}

export type Creation = Written & { item: NewItem }
export type Change = Written & { before: Item; changes: Changes }

/** One item of a write. */
export type Entry = Creation | Change

export const isChange = (entry: Entry): entry is Change => 'before' in entry
export const isCreation = (entry: Entry): entry is Creation => 'item' in entry

/** An entry whose item is stored, as JSON text with all fields. */
export type Stored<E extends Entry = Entry> = { entry: E; row: string }

export const idOf = (entry: Entry): string => (isChange(entry) ? entry.before.__id : entry.item.id)

/** A change with the marks that every change leaves. */
export const toChange = (
  ctx: Context,
  { at, app, before }: { at: number; app: StoredApp; before: Item },
  { fields, columns }: Changes,
): Change => ({
  at,
  app,
  before,
  given: fields,
  changes: { fields, columns: new Map([...columns, ...changeMarks(ctx, before)]) },
})
