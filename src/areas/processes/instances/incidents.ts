import { snapshotOf } from '../../../definitions/snapshot.ts'
import { requireObject } from '../../../lib/existence.ts'
import type { Next, PageRequest } from '../../../lists/page.ts'
import type { Context } from '../../../platform/context.ts'
import { findOneIncident, listAllIncidents, type WantedIncidents } from '../incidents.ts'
import { getShown } from '../published.ts'
import { type Repair, repairIncident } from '../repair.ts'
import type { Incident } from './operations.ts'
import { may, NOBODYS } from './policy.ts'

/** Incidents of processes that the caller may change. */
export async function listIncidents(
  ctx: Context,
  wanted: Omit<WantedIncidents, 'templates'>,
  page: PageRequest,
): Promise<{ incidents: Incident[]; total: number } & Next> {
  const templates = await changeable(ctx)
  const { incidents, ...rest } = await listAllIncidents(ctx, { ...wanted, templates }, page)
  const named = incidents.map(async ({ version, ...incident }) => {
    const { body, program } = await getShown(ctx, incident.process, version)
    const elementName = program.model.nodes[incident.element]?.name ?? ''
    return { ...incident, processName: body.name, elementName }
  })
  return { incidents: await Promise.all(named), ...rest }
}

/** null for administrators: they may change every process, also deleted ones. */
async function changeable(ctx: Context): Promise<string[] | null> {
  if (ctx.user.isAdministrator) return null
  const all = (await snapshotOf(ctx)).all('process')
  const rights = await Promise.all(all.map((each) => may(ctx, each, 'update')))
  return all.filter((_, at) => rights[at]).map(({ id }) => id)
}

export async function repair(ctx: Context, id: string, how: Repair): Promise<void> {
  const incident = await findOneIncident(ctx, id)
  const { namespace, code } = incident ?? NOBODYS.place
  await requireObject({
    kind: 'incident',
    id,
    found: incident,
    placeholder: NOBODYS.place,
    right: 'update',
    refusal: `the right "update" on process ${namespace}/${code} is required`,
    may: (right, each) => may(ctx, each, right),
  })
  await repairIncident(ctx, id, how)
}
