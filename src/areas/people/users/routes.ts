import { Readable } from 'node:stream'
import { FileContent, implement } from '../../../http/implement.ts'
import { listOrgUnits } from '../org-chart/service.ts'
import { listUsers } from './lists.ts'
import { users } from './operations.ts'
import * as profile from './profile.ts'
import * as service from './service.ts'
import { listPeople } from './store.ts'

export const usersRoutes = implement('users', users, {
  list: async ({ input }, ctx) => listUsers(ctx, input),
  listPeople: async ({ input: { from, size, after, ...wanted } }, ctx) =>
    listPeople(ctx.db, { ...wanted, deleted: wanted.deleted === 'true' }, { from, size, after }),
  getPerson: async ({ params }, ctx) => ({ user: await service.getPerson(ctx, params.id) }),
  updatePerson: async ({ params, input }, ctx) => ({
    user: await service.updatePerson(ctx, params.id, input),
  }),
  getProfile: (_, ctx) => profile.getProfile(ctx),
  saveProfile: ({ input }, ctx) => profile.saveProfile(ctx, input),
  savePhoto: ({ input }, ctx) => profile.savePhoto(ctx, input.content),
  deletePhoto: (_, ctx) => profile.deletePhoto(ctx),
  getPhoto: async ({ params }, ctx) => {
    const { content, type, at } = await profile.getPhoto(ctx, params.id)
    return new FileContent({
      size: content.length,
      etag: `"${at.getTime()}"`,
      type,
      disposition: 'inline',
      open: async ({ start, end } = { start: 0, end: content.length }) =>
        Readable.from([content.subarray(start, end)]),
    })
  },
  block: async ({ params }, ctx) => ({ user: await service.blockUser(ctx, params.id) }),
  unblock: async ({ params }, ctx) => ({ user: await service.unblockUser(ctx, params.id) }),
  remove: async ({ params }, ctx) => {
    await service.deleteUser(ctx, params.id)
    return {}
  },
  getOrgChart: async (_, ctx) => ({ units: await listOrgUnits(ctx) }),
})
