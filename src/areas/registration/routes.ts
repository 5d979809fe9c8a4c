import { implement } from '../../http/implement.ts'
import { readJournal } from './journal.ts'
import { verifyLog } from './log.ts'
import { registration } from './operations.ts'
import * as service from './service.ts'

export const registrationRoutes = implement('registration', registration, {
  list: async ({ params }, ctx) => ({ result: await service.listRegistrations(ctx, params) }),
  register: async ({ params, input }, ctx) => ({
    registration: await service.registerItem(ctx, params, input),
  }),
  reserve: async ({ params, input }, ctx) => ({
    registration: await service.reserveNumber(ctx, params, input),
  }),
  records: async ({ input }, ctx) => readJournal(ctx, input),
  change: async ({ params, input }, ctx) => ({
    registration: await service.changeRegistration(ctx, params.id, input),
  }),
  cancel: async ({ params }, ctx) => ({
    registration: await service.cancelRegistration(ctx, params.id),
  }),
  verify: (_, ctx) => verifyLog(ctx.db),
})
