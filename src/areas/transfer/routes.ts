import { implement } from '../../http/implement.ts'
import { transfer } from './operations.ts'
import { storeRecords } from './service.ts'

export const transferRoutes = implement('transfer', transfer, {
  store: ({ input }, ctx) => storeRecords(ctx, input),
})
