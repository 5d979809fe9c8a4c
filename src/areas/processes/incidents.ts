import type { Context } from '../../platform/context.ts'
import { listIncidents, type Wanted } from './store/incidents.ts'

export const listAllIncidents = (ctx: Context, wanted: Wanted) => listIncidents(ctx.db, wanted)
