import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import { holdsFile } from './files.ts'
import { parseItem } from './item.ts'
import { findLockRules } from './lock-rules.ts'
import { findItem } from './store/items.ts'
import { shapeOf } from './store/shape.ts'

/** A file in a locked field is locked for the same people as the field. */
export async function requireFileChange(
  ctx: Context,
  { whole }: StoredApp,
  { id, file }: { id: string; file: string },
): Promise<void> {
  const locks = await findLockRules(ctx, whole)
  const found = locks && (await findItem(ctx.db, shapeOf(whole), id))
  if (!found) return
  const item = parseItem(found.row)
  const fields = whole.fields.filter((field) => holdsFile(field, item[field.code], file))
  locks.requireFile(
    item,
    fields.map(({ code }) => code),
  )
}
