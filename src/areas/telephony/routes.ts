import { implement } from '../../http/implement.ts'
import { telephony } from './operations.ts'
import { getBindings, replaceBindings } from './service.ts'

export const telephonyRoutes = implement('telephony', telephony, {
  getBindings: async ({ params }, ctx) => ({ bindings: await getBindings(ctx, params.code) }),
  replaceBindings: async ({ params, input }, ctx) => ({
    bindings: await replaceBindings(ctx, params.code, input.bindings ?? []),
  }),
})
