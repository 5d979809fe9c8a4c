import { nextOf, startOf } from '../../api/after.ts'
import { implement } from '../../http/implement.ts'
import { audit } from './operations.ts'
import { listEntries } from './store.ts'

export const auditRoutes = implement('audit', audit, {
  list: async ({ input }, ctx) => {
    const entries = await listEntries(ctx.db, { ...input, before: startOf(input) })
    const positions = entries.map(({ position }) => position)
    return { entries, ...nextOf(input, positions) }
  },
})
