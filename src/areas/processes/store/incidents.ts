import { type Db, statement } from '../../../platform/db/db.ts'
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

const SELECT = `
  select n.id, n.instance_id as instance, i.name as "instanceName", d.namespace, d.code,
    i.template_id as process, i.version, n.token, n.node as element, n.kind, n.message,
    n.opened_at as "openedAt", n.closed_at as "closedAt", n.closed_by as "closedBy"
  from kontor.process_incidents n
  join kontor.process_instances i on i.id = n.instance_id
  join kontor.definitions d on d.id = i.template_id`

const selectOne = statement<Row>(`${SELECT} where n.id = $1`)

export async function findIncident(db: Db, id: string): Promise<Incident | undefined> {
  const [row] = await db.query(selectOne, [id])
  return row && toIncident(row)
}

const CONDITIONS = `
  where ($1::boolean is null or (n.closed_at is null) = $1)
    and ($2::uuid is null or n.instance_id = $2)
    and ($3::uuid is null or i.template_id = $3)
    and ($4::uuid[] is null or i.template_id = any($4))`

const selectPage = statement<Row>(`${SELECT} ${CONDITIONS}
  order by n.opened_at desc, n.id desc offset $5 limit $6`)
const count = statement<{ total: number }>(`
  select count(*) as total from kontor.process_incidents n
  join kontor.process_instances i on i.id = n.instance_id ${CONDITIONS}`)

export type Wanted = {
  isOpen: boolean | null
  instance: string | null
  template: string | null
  /** Only of these processes; null = of all. */
  templates: string[] | null
  from: number
  size: number
}

export async function listIncidents(
  db: Db,
  { isOpen, instance, template, templates, from, size }: Wanted,
): Promise<{ incidents: Incident[]; total: number }> {
  const where = [isOpen, instance, template, templates]
  const [rows, [counted]] = await Promise.all([
    db.query(selectPage, [...where, from, size]),
    db.query(count, where),
  ])
  return { incidents: rows.map(toIncident), total: counted?.total ?? 0 }
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
