import { implement } from '../../http/implement.ts'
import * as invitations from './invitations.ts'
import { readItem, say } from './item.ts'
import { guests } from './operations.ts'
import * as shared from './shared.ts'

export const guestsRoutes = implement('guests', guests, {
  invite: async ({ input }, ctx) => ({ id: await invitations.invite(ctx, input) }),
  list: ({ input }, ctx) => invitations.list(ctx, input),
  end: async ({ params }, ctx) => {
    await invitations.end(ctx, params.id)
    return {}
  },
  makeMember: async ({ params }, ctx) => {
    await invitations.makeMember(ctx, params.id)
    return {}
  },
  mayInvite: async ({ input }, ctx) => ({ isAllowed: await invitations.mayInvite(ctx, input) }),
  shared: (_, ctx) => shared.listShared(ctx),
  listItems: ({ params, input }, ctx) => shared.listAppItems(ctx, params, input),
  item: ({ params }, ctx) => readItem(ctx, params),
  say: async ({ params, input }, ctx) => {
    await say(ctx, params, input.text)
    return {}
  },
  directory: ({ params }, ctx) => shared.readDirectory(ctx, params.id),
})
