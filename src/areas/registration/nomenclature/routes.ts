import { implement, JsonText } from '../../../http/implement.ts'
import type { List } from '../../../lists/list.ts'
import * as lists from './lists.ts'
import { nomenclature } from './operations.ts'
import * as service from './service.ts'

const item = async (text: Promise<string>) => new JsonText(`{"item":${await text}}`)
const result = async (list: Promise<List>) => new JsonText(`{"result":${(await list).rowsText}}`)

export const nomenclatureRoutes = implement('nomenclature', nomenclature, {
  createDirectory: async ({ input }, ctx) =>
    item(lists.directoryText(ctx, await service.createDirectory(ctx, input))),
  listDirectories: ({ input }, ctx) => result(lists.listDirectories(ctx, input)),
  updateDirectory: async ({ params, input }, ctx) => {
    await service.updateDirectory(ctx, params.id, input)
    return item(lists.directoryText(ctx, params.id))
  },
  createFolder: async ({ input }, ctx) =>
    item(lists.folderText(ctx, await service.createFolder(ctx, input))),
  listFolders: ({ input }, ctx) => result(lists.listFolders(ctx, input)),
  updateFolder: async ({ params, input }, ctx) => {
    await service.updateFolder(ctx, params.id, input)
    return item(lists.folderText(ctx, params.id))
  },
})
