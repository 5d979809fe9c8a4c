import { implement } from '../../../http/implement.ts'
import { submitTask } from '../submit.ts'
import { changePercent, reassignTask } from '../task-changes.ts'
import { listQuickExits, showForm } from './form.ts'
import * as lists from './lists.ts'
import { listOfItem } from './of-item.ts'
import { tasks } from './operations.ts'
import * as service from './service.ts'

export const tasksRoutes = implement('tasks', tasks, {
  list: async ({ input }, ctx) => lists.listTasks(ctx, input),
  listIncoming: async ({ input }, ctx) => lists.listIncoming(ctx, input),
  listOutgoing: async ({ input }, ctx) => lists.listOutgoing(ctx, input),
  listAssisting: async ({ input }, ctx) => lists.listAssisting(ctx, input),
  listOfUser: async ({ params, input }, ctx) => lists.listOfUser(ctx, params.id, input),
  get: async ({ params }, ctx) => ({ data: await service.readTask(ctx, params.id) }),
  listExits: async ({ params }, ctx) => ({ result: await service.readExits(ctx, params.id) }),
  form: async ({ params }, ctx) => showForm(ctx, params.id),
  quickExits: async ({ input }, ctx) => ({ tasks: await listQuickExits(ctx, input.ids) }),
  ofItem: async ({ params }, ctx) => ({ tasks: await listOfItem(ctx, params) }),
  submit: async ({ params, input }, ctx) => {
    await submitTask(ctx, params.id, input)
    return {}
  },
  reassign: async ({ params, input: { userId, ...change } }, ctx) => {
    await reassignTask(ctx, { ...params, ...change }, userId)
    return {}
  },
  changePercent: async ({ params, input: { percent, ...change } }, ctx) => {
    await changePercent(ctx, { ...params, ...change }, percent)
    return {}
  },
  changeDates: async ({ params, input: { instanceId, comment, ...dates } }, ctx) => {
    await service.changeDates(ctx, { ...params, instanceId, comment }, dates)
    return {}
  },
})
