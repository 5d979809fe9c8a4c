import { implement } from '../../http/implement.ts'
import { calendars } from './operations.ts'
import { countTime, getOwnCalendar, listCalendars } from './service.ts'

export const calendarsRoutes = implement('calendars', calendars, {
  list: async (_, ctx) => ({ calendars: await listCalendars(ctx) }),
  own: (_, ctx) => getOwnCalendar(ctx),
  count: ({ input }, ctx) => countTime(ctx, input),
})
