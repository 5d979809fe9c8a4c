import type { Feed, Kind } from '../../../kinds/kind.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { getApp, getItem } from '../../apps/service.ts'
import { enclosingTask } from '../places.ts'
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
  /** Who had a task until this very event, or is named by it, hears of it as well. */
  hears: async (reader, { type, data }, isReader) => {
    if (isReader || !type.startsWith('task.')) return isReader
    const people = await peopleOf(reader)
    return [data.performers, data.from].flat().some((id) => people.includes(id as string))
  },
}

/**
 * Files of a task are stored with its item, for users who may read the item. A task without a process
 * only points at its item: what is said in it is not for who reads that.
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
