import { type Listeners, toEach } from '../../../platform/events.ts'
import { PROCESS_JOBS } from '../move.ts'
import { recount } from './store.ts'

/** When a calendar changes, all clocks are recomputed. */
export const calendarListeners: Listeners = {
  'definition.applied': toEach(async (ctx, { data }) => {
    if (data.kind !== 'calendar') return
    await recount(ctx.db)
    ctx.nudge(PROCESS_JOBS)
  }),
}
