import { implement } from '../../../../http/implement.ts'
import type { RunProgram } from '../../scripts/program.ts'
import { moduleActions } from './operations.ts'
import { tryAction } from './service.ts'

/** A function, because programs may call operations, which exist only after the routes. */
export const moduleActionsRoutes = (programs: () => RunProgram) =>
  implement('processes', moduleActions, {
    runAction: async ({ params, input }, ctx) => ({
      run: await tryAction(ctx, programs(), { ...params, ...input }),
    }),
  })
