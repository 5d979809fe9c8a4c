import { implement } from '../../../http/implement.ts'
import { docflow } from './operations.ts'
import { listLists } from './service.ts'

export const docflowRoutes = implement('docflow', docflow, {
  listLists: async ({ params, input }, ctx) => ({
    result: await listLists(ctx, params, input.type),
  }),
})
