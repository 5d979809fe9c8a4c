import type { Handlers } from '../../../http/implement.ts'
import type { addressOperations } from './operations.ts'
import { confirmAddress, newAddressUntil, takeBackAddress } from './service.ts'

export const addressHandlers: Handlers<typeof addressOperations> = {
  getMyAddress: async (_, ctx) => {
    const until = await newAddressUntil(ctx, ctx.user.id)
    return { email: ctx.user.email, newUntil: until?.toISOString() ?? null }
  },
  confirmMyAddress: async ({ input }, ctx) => {
    await confirmAddress(ctx, input.email)
    return {}
  },
  takeBackAddress: async ({ input }, ctx) => ({ email: await takeBackAddress(ctx, input.secret) }),
}
