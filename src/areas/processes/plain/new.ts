import type { Context } from '../../../platform/context.ts'
import { notify } from '../../notifications/service.ts'
import * as store from './store.ts'

/** The event does not name the item, because readers of the item may not read the task. */
export async function addPlain(ctx: Context, task: store.NewPlain): Promise<void> {
  await store.insertPlain(ctx.db, task, { at: ctx.now(), by: ctx.user.id })
  const { id, name, performer, watchers, due_at } = task
  const object = `task:${id}`
  const data = { name, performers: [performer], due: due_at }
  await ctx.emit({ type: 'task.created', object, data })
  await notify(ctx, { kind: 'task', object, to: [{ user: performer, text: name }] })
  await tellWatchers(ctx, { id, name, watchers: watchers.filter((user) => user !== performer) })
}

export const tellWatchers = (
  ctx: Context,
  { id, name, watchers }: { id: string; name: string; watchers: readonly string[] },
): Promise<void> =>
  notify(ctx, {
    kind: 'system',
    object: `task:${id}`,
    to: watchers.map((user) => ({ user, text: name })),
  })
