import { implement } from '../../http/implement.ts'
import { submitTask } from '../processes/submit.ts'
import { tasks } from './operations.ts'

export const tasksRoutes = implement('tasks', tasks, {
  submit: async ({ params, input }, ctx) => {
    await submitTask(ctx, params.id, input)
    return {}
  },
})
