import { snapshotOf } from '../../definitions/snapshot.ts'
import { systemFields } from '../../definitions/system-fields.ts'
import type { Context } from '../../platform/context.ts'
import type { FieldChange } from './operations.ts'
import type { Happened } from './store/activity.ts'
import type { ObjectPath } from './streams.ts'

const SYSTEM_NAMES = new Map(systemFields.map(({ code, name }) => [code, name]))

/** Tells what an event of an item changed, field by field; undefined for events of other kinds. */
export async function readChanges(
  ctx: Context,
  { namespace, code }: ObjectPath,
): Promise<(happened: Happened) => FieldChange[] | undefined> {
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  const nameOf = (field: string) => app?.byCode.get(field)?.name ?? SYSTEM_NAMES.get(field) ?? field
  return ({ message_id, type, data }) => {
    if (message_id !== null || !type.startsWith('app.item.')) return undefined
    const [before, after] = [valuesOf(data.before), valuesOf(data.after)]
    return Object.keys({ ...before, ...after }).map((field) => ({
      field,
      name: nameOf(field),
      before: before[field] ?? null,
      after: after[field] ?? null,
    }))
  }
}

const valuesOf = (given: unknown) => (given ?? {}) as Record<string, unknown>
