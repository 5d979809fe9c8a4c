import { implement } from '../../../http/implement.ts'
import { substitutions } from './operations.ts'
import * as service from './service.ts'

export const substitutionsRoutes = implement('substitutions', substitutions, {
  list: async ({ input }, ctx) => ({
    substitutions: await service.listSubstitutions(ctx, input.user, {
      onlyCurrent: input.current === 'true',
    }),
  }),
  create: async ({ input }, ctx) => ({
    substitution: await service.createSubstitution(ctx, input),
  }),
  end: async ({ params }, ctx) => ({ substitution: await service.endSubstitution(ctx, params.id) }),
})
