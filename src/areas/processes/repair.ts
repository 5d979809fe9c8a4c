import { invalid, notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { type Happening, moveInstance } from './move.ts'
import { findIncident } from './store/incidents.ts'
import { lockInstance } from './store/instances.ts'

export type Repair =
  | { type: 'retry' }
  | { type: 'restart' }
  | { type: 'skip'; flow?: string | undefined }

/** Repairs a failed step. */
export async function repairIncident(ctx: Context, id: string, repair: Repair): Promise<void> {
  const incident = await findIncident(ctx.db, id)
  if (!incident) throw notFound('incident', id)
  const instance = await lockInstance(ctx.db, 'instance', incident.instance)
  if (!instance) throw notFound('process instance', incident.instance)
  if ((await findIncident(ctx.db, id))?.closedAt) throw invalid('the incident is already closed')
  const { token } = incident
  const flow = 'flow' in repair && repair.flow !== undefined ? { flow: repair.flow } : {}
  const event = { type: repair.type, token, ...flow } as Happening
  const refused = await moveInstance(ctx, instance, event, { incident: id })
  if (refused !== undefined) throw invalid(refused)
}
