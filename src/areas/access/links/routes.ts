import type { Handlers } from '../../../http/implement.ts'
import { answerAdmission, visitorOf } from '../sign-in-reply.ts'
import type { linkOperations } from './operations.ts'
import { askGuestLink, askReset, invite, readLink, redeemLink, signInAsGuest } from './service.ts'

export const linkHandlers: Handlers<typeof linkOperations> = {
  invite: async ({ params }, ctx) => {
    await invite(ctx, params.id)
    return {}
  },
  askReset: async ({ input }, ctx) => {
    await askReset(ctx, input.login, visitorOf(ctx))
    return {}
  },
  readLink: async ({ input }, ctx) => readLink(ctx, input.secret),
  redeemLink: async ({ input }, ctx) =>
    answerAdmission(ctx, await redeemLink(ctx, input, visitorOf(ctx))),
  askGuestLink: async ({ input }, ctx) => {
    await askGuestLink(ctx, input.email, visitorOf(ctx))
    return {}
  },
  signInAsGuest: async ({ input }, ctx) =>
    answerAdmission(ctx, await signInAsGuest(ctx, input.secret, visitorOf(ctx))),
}
