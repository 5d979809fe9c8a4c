import { implement } from '../../../http/implement.ts'
import { parameters } from './operations.ts'
import { getParameters, setParameters } from './service.ts'

export const parametersRoutes = implement('parameters', parameters, {
  get: ({ params }, ctx) => getParameters(ctx, params.namespace),
  set: ({ params, input }, ctx) => setParameters(ctx, params.namespace, input.parameters),
})
