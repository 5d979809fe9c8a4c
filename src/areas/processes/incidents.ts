import type { PageRequest } from '../../lists/page.ts'
import type { Context } from '../../platform/context.ts'
import {
  countOpenIncidents,
  countRunning,
  findIncident,
  type IncidentFilter,
  listIncidents,
  listOpenIncidentsOf,
} from './store/incidents.ts'

export type WantedIncidents = IncidentFilter

export const listAllIncidents = (ctx: Context, wanted: IncidentFilter, page: PageRequest) =>
  listIncidents(ctx.db, wanted, page)
/** The ids of the open incidents of an instance, oldest first. */
export const listOpenIncidents = (ctx: Context, instance: string) =>
  listOpenIncidentsOf(ctx.db, instance)
export const findOneIncident = (ctx: Context, id: string) => findIncident(ctx.db, id)

/** The number of running instances and of open incidents. */
export async function countProcesses(ctx: Context) {
  const [running, incidents] = await Promise.all([countRunning(ctx.db), countOpenIncidents(ctx.db)])
  return { running, incidents }
}
