import { isDeepStrictEqual } from 'node:util'
import type { StoredApp } from '../../definitions/snapshot.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { orUndo } from '../../platform/db/savepoint.ts'
import { changeMarks, emitChanged, emitCreated, type Item, systemColumns } from './change.ts'
import type { Given } from './item-values.ts'
import type { UpsertedItem } from './operations.ts'
import { differentFrom } from './same-values.ts'
import * as bulk from './store/bulk.ts'
import { insertItem, type NewItem, saveItem } from './store/items.ts'
import type { ItemShape } from './store/shape.ts'

/** What all items of a call share, and the outcome of each by its index in the request. */
export type Work = {
  app: StoredApp
  shape: ItemShape
  withHandlers: boolean
  outcomes: Map<number, UpsertedItem>
}

export type Creation = { at: number; given: Given; item: NewItem }
export type Change = { at: number; given: Given; before: Item }

/** Returns the items whose unique value is taken. */
export async function createAll(
  ctx: Context,
  work: Work,
  creations: readonly Creation[],
): Promise<Creation[]> {
  const wanted = creations.map(({ item }) => item)
  const stored = await bulk.insertItems(ctx.db, work.shape, wanted)
  const refused: Creation[] = []
  for (const each of creations) {
    if (stored.delete(each.item.id)) await tellCreated(ctx, work, each)
    else refused.push(each)
  }
  return refused
}

/** The violated constraint, by name. */
export const createAlone = (ctx: Context, work: Work, creation: Creation): Promise<void> =>
  orTell(work, creation.at, async () => {
    await orUndo(ctx.db, () => insertItem(ctx.db, work.shape, creation.item))
    await tellCreated(ctx, work, creation)
  })

async function tellCreated(ctx: Context, work: Work, { at, item }: Creation): Promise<void> {
  work.outcomes.set(at, { status: 'created', id: item.id })
  await emitCreated(ctx, work.app, { item, withHandlers: work.withHandlers })
}

/** Inserts all at once; after a conflict one by one, to find the conflicting item. */
export async function saveAll(ctx: Context, work: Work, all: readonly Change[]): Promise<void> {
  const changes = all.flatMap((change) => {
    const wanted = changesOf(ctx, work.app, change)
    if (wanted) return [{ ...change, wanted }]
    work.outcomes.set(change.at, { status: 'unchanged', id: change.before.__id })
    return []
  })
  if (changes.length === 0) return
  const { db } = ctx
  const together = changes.map(({ wanted }) => wanted)
  try {
    const stored = await orUndo(db, () => bulk.saveItems(db, work.shape, together))
    for (const each of changes) {
      await tellUpdated(ctx, work, { ...each, text: stored.get(each.before.__id) })
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    for (const each of changes) await saveAlone(ctx, work, each)
  }
}

const saveAlone = (ctx: Context, work: Work, change: Change & { wanted: bulk.ItemChanges }) =>
  orTell(work, change.at, async () => {
    const { wanted } = change
    const text = await orUndo(ctx.db, () => saveItem(ctx.db, work.shape, wanted.id, wanted))
    await tellUpdated(ctx, work, { ...change, text })
  })

async function tellUpdated(
  ctx: Context,
  work: Work,
  { at, before, text = '' }: Change & { text: string | undefined },
): Promise<void> {
  work.outcomes.set(at, { status: 'updated', id: before.__id })
  await emitChanged(ctx, work.app, { before, after: JSON.parse(text) as Item })
}

/** The values that differ; undefined if none do. */
function changesOf(
  ctx: Context,
  app: StoredApp,
  { given, before }: Change,
): bulk.ItemChanges | undefined {
  const fields = differentFrom(before, given.fields)
  const system = Object.entries(given.system).filter(
    ([code, value]) => !isDeepStrictEqual(before[code] ?? null, value),
  )
  const columns = systemColumns(app, Object.fromEntries(system))
  if (fields.size === 0 && columns.size === 0) return undefined
  const marks = changeMarks(ctx, before)
  return { id: before.__id, fields, columns: new Map([...columns, ...marks]) }
}

/** An invalid item gets an error outcome; an internal error fails the whole call. */
export async function orTell(work: Work, at: number, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    work.outcomes.set(at, toError(error))
  }
}

export const toError = ({ message }: AppError): UpsertedItem => ({
  status: 'error',
  error: message,
})
