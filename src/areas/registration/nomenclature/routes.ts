import { implement } from '../../../http/implement.ts'
import * as lists from './lists.ts'
import { nomenclature } from './operations.ts'
import * as service from './service.ts'

export const nomenclatureRoutes = implement('nomenclature', nomenclature, {
  createDirectory: async ({ input }, ctx) => ({
    item: await lists.showDirectory(ctx, await service.createDirectory(ctx, input)),
  }),
  listDirectories: async ({ input }, ctx) => ({
    result: (await lists.listDirectories(ctx, input)).rows,
  }),
  updateDirectory: async ({ params, input }, ctx) => {
    await service.updateDirectory(ctx, params.id, input)
    return { item: await lists.showDirectory(ctx, params.id) }
  },
  createFolder: async ({ input }, ctx) => ({
    item: await lists.showFolder(ctx, await service.createFolder(ctx, input)),
  }),
  listFolders: async ({ input }, ctx) => ({ result: (await lists.listFolders(ctx, input)).rows }),
  updateFolder: async ({ params, input }, ctx) => {
    await service.updateFolder(ctx, params.id, input)
    return { item: await lists.showFolder(ctx, params.id) }
  },
})
