import { snapshotOf } from '../../definitions/snapshot.ts'
import { systemFields } from '../../definitions/system-fields.ts'
import type { Context } from '../../platform/context.ts'
import { withoutNames } from '../../platform/events.ts'
import { visibleData } from '../apps/event-view.ts'
import type { FieldChange } from './operations.ts'
import type { Happened } from './store/activity.ts'
import type { ObjectPath } from './streams.ts'

const SYSTEM_NAMES = new Map(systemFields.map(({ code, name }) => [code, name]))

/** Item events without hidden fields, and none with names that only administrators are told. */
export async function withoutHidden(
  ctx: Context,
  { namespace, code }: ObjectPath,
  happened: readonly Happened[],
): Promise<Happened[]> {
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  return happened.map((each) => {
    // What was said has no data.
    if (each.message_id !== null) return each
    const told = ctx.user.isAdministrator ? each : withoutNames(each)
    return app && isOfItem(told) ? { ...told, data: visibleData(app, told.data) } : told
  })
}

/** The changes of an item event, by field; undefined for other events. */
export async function readChanges(
  ctx: Context,
  { namespace, code }: ObjectPath,
): Promise<(happened: Happened) => FieldChange[] | undefined> {
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  const nameOf = (field: string) => app?.byCode.get(field)?.name ?? SYSTEM_NAMES.get(field) ?? field
  return (happened) => {
    if (!isOfItem(happened)) return undefined
    const { data } = happened
    const [before, after] = [valuesOf(data.before), valuesOf(data.after)]
    return Object.keys({ ...before, ...after }).map((field) => ({
      field,
      name: nameOf(field),
      before: before[field] ?? null,
      after: after[field] ?? null,
    }))
  }
}

const isOfItem = ({ message_id, type }: Happened): boolean =>
  message_id === null && type.startsWith('app.item.')

const valuesOf = (given: unknown) => (given ?? {}) as Record<string, unknown>
