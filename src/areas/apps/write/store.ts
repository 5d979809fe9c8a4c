import type { StoredApp } from '../../../definitions/snapshot.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { inSavepoint } from '../../../platform/db/savepoint.ts'
import { insertItem, insertItems } from '../store/insert.ts'
import { type ItemShape, shapeOf } from '../store/shape.ts'
import { saveItem, saveItems } from '../store/update.ts'
import {
  type Change,
  type Creation,
  type Entry,
  isChange,
  isCreation,
  type Stored,
} from './entries.ts'
import type { FailurePolicy } from './failure-policy.ts'
import { countHidden } from './hidden.ts'

export type Storing = {
  policy: FailurePolicy
  /** Takes new items whose id or unique value is taken; without it they fail. */
  onConflict?: ((creation: Creation) => void) | undefined
}

type Rows = Map<Entry, string>

/** Stores the entries, those of one app together. */
export async function storeEntries<E extends Entry>(
  ctx: Context,
  storing: Storing,
  entries: readonly E[],
): Promise<Stored<E>[]> {
  const rows: Rows = new Map()
  for (const [app, ofApp] of Map.groupBy<StoredApp, Entry>(entries, (entry) => entry.app)) {
    const shape = shapeOf(app.whole)
    const changes = ofApp.filter(isChange)
    const creations = ofApp.filter(isCreation)
    // Changes first: they may free a value that a new item takes.
    if (changes.length > 0) await saveAll(ctx, { ...storing, shape, rows }, changes)
    if (creations.length > 0) await insertAll(ctx, { ...storing, shape, rows }, creations)
  }
  return entries.flatMap((entry) => {
    const row = rows.get(entry)
    return row === undefined ? [] : [{ entry, row }]
  })
}

type Work = Storing & { shape: ItemShape; rows: Rows }

/** Inserts all at once; those that conflict one by one, to find out with what. */
async function insertAll(
  ctx: Context,
  { policy, onConflict, shape, rows }: Work,
  creations: readonly Creation[],
): Promise<void> {
  const { db } = ctx
  const isSingle = policy.isAtomic && creations.length === 1
  const stored = isSingle
    ? new Map<string, string>()
    : await insertItems(
        db,
        shape,
        creations.map(({ item }) => item),
      )
  for (const creation of creations) {
    const { at, item } = creation
    const row = stored.get(item.id)
    // Two items with one id: only the first is stored.
    stored.delete(item.id)
    if (row === undefined && onConflict) {
      onConflict(creation)
      continue
    }
    const alone =
      row ??
      (await policy.attemptWrite(db, at, () =>
        countHidden(ctx, creation, () => insertItem(db, shape, item)),
      ))
    if (alone !== undefined) rows.set(creation, alone)
  }
}

/** Saves all at once; after a conflict one by one, to find out which item conflicts. */
async function saveAll(
  ctx: Context,
  { policy, shape, rows }: Work,
  changes: readonly Change[],
): Promise<void> {
  const { db } = ctx
  const toSave = ({ before, changes: own }: Change) => ({ id: before.__id, ...own })
  const saveAlone = async (each: Change) => {
    const row = await policy.attemptWrite(db, each.at, () =>
      countHidden(ctx, each, () => saveItem(db, shape, toSave(each))),
    )
    if (row !== undefined) rows.set(each, row)
  }
  const [first] = changes
  if (first && changes.length === 1) return saveAlone(first)
  try {
    const stored = await inSavepoint(db, () => saveItems(db, shape, changes.map(toSave)))
    for (const each of changes) rows.set(each, stored.get(each.before.__id) ?? '')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    for (const each of changes) await saveAlone(each)
  }
}
