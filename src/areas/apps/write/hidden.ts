import type { Context } from '../../../platform/context.ts'
import { readable } from '../policy.ts'
import { toRow } from '../store/insert.ts'
import { fieldColumns } from '../store/rows.ts'
import { type ItemShape, shapeOf } from '../store/shape.ts'
import { isTakenBy, ValueTaken } from '../store/unique.ts'
import { type Entry, isCreation } from './entries.ts'

/** Counts the answer that a value is taken, unless the caller may read the item that has it. */
export async function countHidden<T>(
  ctx: Context,
  entry: Entry,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof ValueTaken && !(await mayReadOther(ctx, entry, error))) {
      ctx.hiddenConflicts.add('item', ctx.user)
    }
    throw error
  }
}

async function mayReadOther(ctx: Context, entry: Entry, { field }: ValueTaken): Promise<boolean> {
  const { db } = ctx.hiddenConflicts
  const shape = shapeOf(entry.app.whole)
  const seen = await readable({ ...ctx, db }, shape.app)
  return seen.length === 0 || isTakenBy(db, shape, { field, row: rowOf(shape, entry), seen })
}

/** What was to be written, by column. */
function rowOf(shape: ItemShape, entry: Entry): Record<string, unknown> {
  if (isCreation(entry)) return toRow(shape, entry.item)
  const { columns, fields } = entry.changes
  return { ...Object.fromEntries(columns), ...fieldColumns(fields) }
}
