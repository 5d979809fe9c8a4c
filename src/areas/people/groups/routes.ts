import type { List } from '../../../api/list.ts'
import { implement } from '../../../http/implement.ts'
import { ListRequest } from '../../../lists/request.ts'
import type { Context } from '../../../platform/context.ts'
import * as lists from './lists.ts'
import { addItems, removeItems } from './members.ts'
import { memberships } from './memberships.ts'
import { groups } from './operations.ts'
import * as service from './service.ts'

const answerGroup = async (ctx: Context, reference: string) => ({
  group: await lists.getGroup(ctx, reference),
})

type PageOf = (ctx: Context, reference: string, request: ListRequest) => Promise<List>

/** The members and parents of a group. */
const answerPage =
  (page: PageOf) =>
  async ({ params, input }: { params: { id: string }; input: object }, ctx: Context) =>
    page(ctx, params.id, ListRequest.parse(input))

/** Groups are a part of the public area `scheme`. */
export const groupsRoutes = implement('scheme', groups, {
  createGroup: async ({ params, input }, ctx) => {
    const { __name: name, ...rest } = input
    return answerGroup(ctx, await service.createGroup(ctx, params.namespace, { name, ...rest }))
  },
  listWorkspaceGroups: async ({ params, input }, ctx) =>
    lists.listGroupsOf(ctx, params.namespace, ListRequest.parse(input)),
  listAppGroups: async ({ params: { namespace, code }, input }, ctx) =>
    lists.listGroupsOf(ctx, `${namespace}.${code}`, ListRequest.parse(input)),
  getGroup: async ({ params }, ctx) => answerGroup(ctx, params.id),
  updateGroup: async ({ params, input }, ctx) => {
    const { __name: name, ...rest } = input
    return answerGroup(ctx, await service.updateGroup(ctx, params.id, { name, ...rest }))
  },
  deleteGroup: async ({ params }, ctx) => {
    await service.deleteGroup(ctx, params.id)
    return {}
  },
  addGroupItems: async ({ params, input }, ctx) => ({
    addedItemIds: await addItems(ctx, params.id, input),
  }),
  removeGroupItems: async ({ params, input }, ctx) => ({
    removedItemIds: await removeItems(ctx, params.id, input),
  }),
  listGroups: async ({ input }, ctx) => lists.listGroups(ctx, input),
  listGroupUsers: answerPage(lists.listUsersIn),
  listGroupPositions: answerPage(lists.listPositionsIn),
  listSubGroups: answerPage(lists.listGroupsIn),
  listParentGroups: answerPage(lists.listGroupsAround),
  memberships: async ({ params }, ctx) => ({ memberships: await memberships(ctx, params.id) }),
})
