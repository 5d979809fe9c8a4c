import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { Field } from '../../../fields/field-type.ts'
import type { EventTypeOf } from '../../../lib/event-types.ts'
import type { Context } from '../../../platform/context.ts'
import { type Item, SILENT } from '../item.ts'

/** `after` has the values of the item in wire format. */
export const emitCreated = (
  ctx: Context,
  app: StoredApp,
  { id, ...data }: { id: string; after: Record<string, unknown>; withHandlers: boolean },
): Promise<void> => emit(ctx, app, { type: 'app.item.created', id, data })

/** Changes of the status, deletion and restoring have events of their own. */
export function emitChanged(
  ctx: Context,
  app: StoredApp,
  { before, after }: { before: Item; after: Item },
): Promise<void> {
  const data = difference(before, after)
  return emit(ctx, app, { type: typeOf(data.after), id: before.__id, data })
}

function typeOf(after: Record<string, unknown>): EventTypeOf<'item'> {
  if ('__deletedAt' in after) return after.__deletedAt ? 'app.item.deleted' : 'app.item.restored'
  return '__status' in after ? 'app.item.status_changed' : 'app.item.updated'
}

/** The values that changed, before and after. */
function difference(before: Item, after: Item) {
  const changed = Object.keys(after).filter(
    (code) =>
      !SILENT.includes(code) && JSON.stringify(before[code]) !== JSON.stringify(after[code]),
  )
  const pick = (item: Item) => Object.fromEntries(changed.map((code) => [code, item[code]]))
  return { before: pick(before), after: pick(after) }
}

/** The values of a new item by field code, without the empty ones. */
export const filledValues = (fields: Iterable<readonly [Pick<Field, 'code'>, unknown]>) =>
  Object.fromEntries(
    [...fields].filter(([, value]) => value !== null).map(([{ code }, value]) => [code, value]),
  )

const emit = (
  ctx: Context,
  { namespace, code }: StoredApp,
  { type, id, data }: { type: EventTypeOf<'item'>; id: string; data: Record<string, unknown> },
) => ctx.emit({ type, object: `item:${namespace}/${code}/${id}`, namespace, code, data })
