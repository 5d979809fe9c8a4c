import { implement } from '../../http/implement.ts'
import { calendars } from './operations.ts'
import { countTime, listCalendars } from './service.ts'

export const calendarsRoutes = implement('calendars', calendars, {
  list: async (_, ctx) => ({ calendars: await listCalendars(ctx) }),
  count: ({ input }, ctx) => countTime(ctx, input),
})
