import { nextOf, startOf } from '../../../api/after.ts'
import { implement, type Routes } from '../../../http/implement.ts'
import type { SolutionParts } from '../../solutions/change-set.ts'
import { versions } from './operations.ts'
import * as service from './service.ts'

export const versionsRoutes = (parts: SolutionParts): Routes =>
  implement('solutions', versions, {
    listVersions: async ({ params, input }, ctx) => {
      const page = { size: input.size, before: startOf(input) }
      const found = await service.listVersions(ctx, params.code, page)
      const numbers = found.map(({ number }) => number)
      return { versions: found, ...nextOf(input, numbers) }
    },
    getVersion: async ({ params }, ctx) => ({ version: await service.getVersion(ctx, params) }),
    getVersionFile: async ({ params, input }, ctx) => ({
      file: await service.getVersionFile(ctx, params, input.path),
    }),
    draftVersion: async ({ params }, ctx) => ({
      draft: await service.draftVersion(ctx, parts, params),
    }),
    drift: async ({ params }, ctx) => service.getDrift(ctx, parts, params.code),
    getSchema: async ({ params }) => ({ schema: service.getSchema(params.kind) }),
  })
