import { descending, listPage, type Next, type PageRequest } from '../../../lists/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { countRoughly } from '../../../platform/db/rough-count.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Incident = {
  id: string
  instance: string
  instanceName: string
  namespace: string
  code: string
  process: string
  version: number
  token: number
  element: string
  kind: string
  message: string
  openedAt: string
  closedAt: string | null
  closedBy: string | null
}

type Row = Omit<Incident, 'openedAt' | 'closedAt'> & { openedAt: Date; closedAt: Date | null }

const COLUMNS = sql`
  n.id, n.instance_id as instance, i.name as "instanceName", d.namespace, d.code,
    i.template_id as process, i.version, n.token, n.node as element, n.kind, n.message,
    n.opened_at as "openedAt", n.closed_at as "closedAt", n.closed_by as "closedBy"`
const FROM = sql`
  kontor.process_incidents n
  join kontor.process_instances i on i.id = n.instance_id
  join kontor.definitions d on d.id = i.template_id`

const NEWEST_FIRST = [descending('n.opened_at', 'timestamptz'), descending('n.id', 'uuid')]

export async function findIncident(db: Db, id: string): Promise<Incident | undefined> {
  const row = await db.first(sql<Row>`select ${COLUMNS} from ${FROM} where n.id = ${id}`)
  return row && toIncident(row)
}

export type IncidentFilter = {
  isOpen: boolean | null
  instance: string | null
  template: string | null
  /** Only of these processes; null = of all. */
  templates: string[] | null
}

export async function listIncidents(
  db: Db,
  { isOpen, instance, template, templates }: IncidentFilter,
  page: PageRequest,
): Promise<{ incidents: Incident[]; total: number } & Next> {
  const isWanted = sql`
    (${isOpen}::boolean is null or (n.closed_at is null) = ${isOpen})
      and (${instance}::uuid is null or n.instance_id = ${instance})
      and (${template}::uuid is null or i.template_id = ${template})
      and (${templates}::uuid[] is null or i.template_id = any(${templates}))`
  const list = { columns: COLUMNS, from: FROM, where: [isWanted], order: NEWEST_FIRST }
  const { rows, ...rest } = await listPage<Row>(db, list, page)
  return { incidents: rows.map(toIncident), ...rest }
}

export async function listOpenIncidentsOf(db: Db, instance: string): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    select id from kontor.process_incidents
      where instance_id = ${instance} and closed_at is null order by opened_at, id`)
  return rows.map(({ id }) => id)
}

const toIncident = ({ openedAt, closedAt, ...row }: Row): Incident => ({
  ...row,
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
})

const running = {
  table: 'process_instances',
  where: sql`state in ('exec', 'wait', 'error')`,
  index: 'process_instances_active',
}
const openIncidents = {
  table: 'process_incidents',
  where: sql`closed_at is null`,
  index: 'process_incidents_open',
}

export const countRunning = (db: Db): Promise<number> => countRoughly(db, running)
export const countOpenIncidents = (db: Db): Promise<number> => countRoughly(db, openIncidents)
