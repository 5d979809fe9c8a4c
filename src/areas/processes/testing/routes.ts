import { implement } from '../../../http/implement.ts'
import { requireSeen } from '../instances/overview.ts'
import { requireRight } from '../instances/policy.ts'
import { testing } from './operations.ts'
import { testProcess } from './service.ts'

export const testingRoutes = implement('processes', testing, {
  test: async ({ params, input }, ctx) => {
    const template = await requireSeen(ctx, params.id)
    await requireRight(ctx, template, 'update')
    return testProcess(ctx, template, input)
  },
})
