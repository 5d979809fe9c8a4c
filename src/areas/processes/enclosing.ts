import { wholeSnapshot } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import { findContextOfInstance, findContextOfTask, type ProcessContext } from './store/enclosing.ts'
import type { Instance } from './store/instances.ts'

/** What the tasks of an instance belong to, named as in the event log. */
export const objectsOf = (
  { id, item }: Pick<Instance, 'id' | 'item'>,
  process: { namespace: string; code: string },
): string[] => [`instance:${id}`, `process:${process.namespace}/${process.code}`, ...itemsOf(item)]

const itemsOf = (item: Instance['item']): string[] =>
  (item ?? []).flatMap(({ namespace, code, id }) => [
    `item:${namespace}/${code}/${id}`,
    `app:${namespace}/${code}`,
  ])

export const enclosingTask = async (ctx: Context, id: string): Promise<string[]> =>
  toObjects(ctx, await findContextOfTask(ctx.db, id))

export const enclosingInstance = async (ctx: Context, id: string): Promise<string[]> =>
  toObjects(ctx, await findContextOfInstance(ctx.db, id))

async function toObjects(ctx: Context, place: ProcessContext | undefined): Promise<string[]> {
  if (!place) return []
  const { instance, template, item } = place
  const process = template && (await wholeSnapshot(ctx)).findById('process', template)
  return instance && process ? objectsOf({ id: instance, item }, process) : itemsOf(item)
}
