import { implement } from '../../../http/implement.ts'
import { parameters } from './operations.ts'
import { getParameters, setParameters } from './service.ts'

export const parametersRoutes = implement('parameters', parameters, {
  get: async ({ params }, ctx) => ({ parameters: await getParameters(ctx, params.namespace) }),
  set: async ({ params, input }, ctx) => ({
    parameters: await setParameters(ctx, params.namespace, input.parameters),
  }),
})
