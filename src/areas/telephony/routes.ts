import { implement } from '../../http/implement.ts'
import { telephony } from './operations.ts'
import { getBindings, listModules, replaceBindings } from './service.ts'

export const telephonyRoutes = implement('telephony', telephony, {
  modules: async (_, ctx) => ({ modules: await listModules(ctx) }),
  getBindings: async ({ params }, ctx) => ({ bindings: await getBindings(ctx, params.code) }),
  replaceBindings: async ({ params, input }, ctx) => ({
    bindings: await replaceBindings(ctx, params.code, input.bindings ?? []),
  }),
})
