import { implement } from '../../http/implement.ts'
import { audit } from './operations.ts'
import { listEntries } from './store.ts'

export const auditRoutes = implement('audit', audit, {
  list: async ({ input }, ctx) => ({ entries: await listEntries(ctx.db, input) }),
})
