import { implement } from '../../http/implement.ts'
import { calendars } from './operations.ts'
import { countTime, getOwnCalendar, listCalendars } from './service.ts'
import { listUses } from './uses.ts'

export const calendarsRoutes = implement('calendars', calendars, {
  list: async (_, ctx) => ({ calendars: await listCalendars(ctx) }),
  uses: async (_, ctx) => ({ calendars: await listUses(ctx) }),
  own: (_, ctx) => getOwnCalendar(ctx),
  count: ({ input }, ctx) => countTime(ctx, input),
})
