import { implement } from '../../../http/implement.ts'
import * as plain from '../plain/service.ts'
import { submitTask } from '../submit.ts'
import { changePercent, reassignTask } from '../task-changes.ts'
import * as bulk from './bulk.ts'
import { listQuickExits, showForm } from './form.ts'
import * as lists from './lists.ts'
import { listOfItem } from './of-item.ts'
import { tasks } from './operations.ts'
import * as service from './service.ts'

export const tasksRoutes = implement('tasks', tasks, {
  list: async ({ input }, ctx) => lists.listOwn(ctx, 'all', input),
  listIncoming: async ({ input }, ctx) => lists.listOwn(ctx, 'incoming', input),
  listOutgoing: async ({ input }, ctx) => lists.listOwn(ctx, 'outgoing', input),
  listAssisting: async ({ input }, ctx) => lists.listOwn(ctx, 'assisting', input),
  listOfUser: async ({ params, input }, ctx) => lists.listOfUser(ctx, params.id, input),
  get: async ({ params }, ctx) => ({ data: await service.readTask(ctx, params.id) }),
  listExits: async ({ params }, ctx) => ({ result: await service.readExits(ctx, params.id) }),
  form: async ({ params }, ctx) => showForm(ctx, params.id),
  quickExits: async ({ input }, ctx) => ({ tasks: await listQuickExits(ctx, input.ids) }),
  ofItem: async ({ params }, ctx) => ({ tasks: await listOfItem(ctx, params) }),
  facets: async ({ input }, ctx) => lists.countFacets(ctx, input),
  submitMany: async ({ input }, ctx) => bulk.submitMany(ctx.write, input.tasks, input.comment),
  reassignMany: async ({ input }, ctx) => bulk.reassignMany(ctx.write, input),
  remind: async ({ input }, ctx) => bulk.remindOfMany(ctx.write, input),
  create: async ({ input }, ctx) => ({ id: await plain.createTask(ctx, input) }),
  change: async ({ params, input }, ctx) => {
    await plain.changeTask(ctx, params.id, input)
    return {}
  },
  check: async ({ params, input }, ctx) => {
    await plain.checkEntry(ctx, params.id, input)
    return {}
  },
  attach: async ({ params, input }, ctx) => {
    await plain.attachFiles(ctx, params.id, input.files)
    return {}
  },
  cancel: async ({ params, input }, ctx) => {
    await plain.cancelTask(ctx, params.id, input.comment)
    return {}
  },
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
