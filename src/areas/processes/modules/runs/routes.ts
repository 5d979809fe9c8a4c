import { implement } from '../../../../http/implement.ts'
import type { RunProgram } from '../../scripts/program.ts'
import { moduleActions } from './operations.ts'
import { tryAction } from './service.ts'

/** Programs may call operations, so that they are there only after the routes are. */
export const moduleActionsRoutes = (programs: () => RunProgram) =>
  implement('processes', moduleActions, {
    runAction: async ({ params, input }, ctx) => ({
      run: await tryAction(ctx, programs(), { ...params, ...input }),
    }),
  })
