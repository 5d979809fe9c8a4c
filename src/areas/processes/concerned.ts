import type { Context } from '../../platform/context.ts'
import * as instances from './store/instances.ts'
import * as tasks from './store/tasks.ts'

/** By id, of those that are there. */
export const findTaskPeople = (ctx: Context, ids: readonly string[]) =>
  tasks.findTaskPeople(ctx.db, ids)

export const findInstancePeople = (ctx: Context, ids: readonly string[]) =>
  instances.findInstancePeople(ctx.db, ids)

/** The ids of all tasks of an instance, whatever became of them. */
export const findTasksOf = (ctx: Context, instance: string) => tasks.findTasksOf(ctx.db, instance)
