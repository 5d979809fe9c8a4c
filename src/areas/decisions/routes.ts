import { implement } from '../../http/implement.ts'
import { decisions } from './operations.ts'
import { evaluateFor, listDecisions, viewDecision } from './service.ts'

export const decisionsRoutes = implement('decisions', decisions, {
  list: async (_, ctx) => ({ decisions: await listDecisions(ctx) }),
  get: async ({ params }, ctx) => ({ decision: await viewDecision(ctx, params) }),
  evaluate: ({ params, input }, ctx) => evaluateFor(ctx, params, input),
})
