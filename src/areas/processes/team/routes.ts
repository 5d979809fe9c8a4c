import { implement } from '../../../http/implement.ts'
import { team } from './operations.ts'
import { getTeamWork } from './service.ts'

export const teamRoutes = implement('workplace', team, {
  team: ({ input }, ctx) => getTeamWork(ctx, input.whose),
})
