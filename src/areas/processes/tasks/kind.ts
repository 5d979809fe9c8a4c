import type { Feed, Kind } from '../../../kinds/kind.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { getApp, getItem } from '../../apps/service.ts'
import { enclosingTask } from '../enclosing.ts'
import { taskNames, taskRows } from '../store/task-rows.ts'
import { getTask } from '../tasks.ts'
import { peopleOf, visibleTasks } from './visibility.ts'

export const taskKind: Kind = {
  name: 'task',
  rows: taskRows,
  visible: visibleTasks,
  feed: { code: 'tasks', events: ['task.'], open: openFeed },
  search: taskNames,
  within: enclosingTask,
  /** The previous performer and users named by the event get it, too. */
  hears: async (reader, { type, data }, isReader) => {
    if (isReader || !type.startsWith('task.')) return isReader
    const people = await peopleOf(reader)
    return [data.performers, data.from].flat().some((id) => people.includes(id as string))
  },
}

/**
 * Files of a task are stored with its item, for users who may read the item. A plain task only links to its item,
 * whose readers may not read its messages.
 */
async function openFeed(ctx: Context, id: string): Promise<Feed> {
  const task = await getTask(ctx, id)
  const [about] = task.kind === 'plain' ? [] : (task.item ?? [])
  const hasFiles = about && (await isAllowed(() => getItem(ctx, about, about.id)))
  return {
    ...(hasFiles && { directory: (await getApp(ctx, about)).id, item: about.id }),
    followers: [...new Set([task.created_by, ...task.performers, ...task.participants])],
  }
}

async function isAllowed(look: () => Promise<unknown>): Promise<boolean> {
  try {
    await look()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
