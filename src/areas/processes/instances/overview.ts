import { snapshotOf } from '../../../definitions/snapshot.ts'
import { withDrawing } from '../../../engine/drawing.ts'
import { forbidden } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import { actors } from '../../people/substitutions/service.ts'
import { toFieldView } from '../../scheme/views.ts'
import { getDiagram, listProcessVersions } from '../../solutions/service.ts'
import { getPublished, type Published, type Template } from '../published.ts'
import { getTemplateById } from './lists.ts'
import type { ProcessDetails, ProcessSummary } from './manage-operations.ts'
import { may } from './policy.ts'

const RUNNING = sql`t.state in ('exec', 'wait', 'error')`

type Counts = {
  id: string
  running: number
  total: number
  incidents: number
  last: Date | null
}

/** What the caller may read or start. */
export async function listProcesses(ctx: Context): Promise<ProcessSummary[]> {
  const templates = (await snapshotOf(ctx))
    .live('process')
    .filter((each): each is Template => each.processVersion !== null)
  const known = await Promise.all(
    templates.map(async (template) => ({
      template,
      canRead: await may(ctx, template, 'read'),
      canStart: await canStart(ctx, template),
    })),
  )
  const shown = known.filter((each) => each.canRead || each.canStart)
  const ids = (canRead: boolean) =>
    shown.filter((each) => each.canRead === canRead).map(({ template }) => template.id)
  const counts = [...(await countAll(ctx, ids(true))), ...(await countOwn(ctx, ids(false)))]
  const byId = new Map(counts.map((each) => [each.id, each]))
  return shown.map((each) => toSummary(each.template, each.canStart, byId.get(each.template.id)))
}

const toSummary = (
  { id, namespace, code, body, processVersion }: Template,
  isStartable: boolean,
  counts: Counts | undefined,
): ProcessSummary => ({
  id,
  namespace,
  code,
  name: body.name,
  version: processVersion,
  canStart: isStartable,
  running: counts?.running ?? 0,
  ended: (counts?.total ?? 0) - (counts?.running ?? 0),
  incidents: counts?.incidents ?? 0,
  startedLast: counts?.last?.toISOString() ?? null,
})

const canStart = async (ctx: Context, template: Template): Promise<boolean> =>
  template.deletedAt === null && template.body.manualRun && (await may(ctx, template, 'create'))

/** From indexes alone: rows of instances are wide, and there may be a million of them. */
const countAll = async (ctx: Context, ids: string[]): Promise<Counts[]> =>
  ids.length === 0
    ? []
    : ctx.db.all(sql<Counts>`with stumbled as (select t.template_id, count(*) as incidents
        from kontor.process_incidents n join kontor.process_instances t on t.id = n.instance_id
        where n.closed_at is null group by 1)
      select x.id, r.running, a.total, a.last, coalesce(s.incidents, 0) as incidents
      from unnest(${ids}::uuid[]) x(id)
      cross join lateral (select count(*) as running from kontor.process_instances t
        where t.template_id = x.id and ${RUNNING}) r
      cross join lateral (select count(*) as total, max(t.created_at) as last
        from kontor.process_instances t where t.template_id = x.id) a
      left join stumbled s on s.template_id = x.id`)

async function countOwn(ctx: Context, ids: string[]): Promise<Counts[]> {
  if (ids.length === 0) return []
  const people = await actors(ctx)
  return ctx.db.all(sql<Counts>`with own as (
      select id from kontor.process_instances where created_by = ${ctx.user.id}::uuid
      union select instance_id from kontor.process_tasks where performers && ${people}::uuid[])
    select t.template_id as id, count(*) filter (where ${RUNNING}) as running, count(*) as total,
      max(t.created_at) as last,
      sum((select count(*) from kontor.process_incidents n
        where n.instance_id = t.id and n.closed_at is null))::integer as incidents
    from own join kontor.process_instances t on t.id = own.id
    where t.template_id = any(${ids}::uuid[]) group by 1`)
}

/** A process as the caller may see it: who may start it or read what runs. */
export async function requireSeen(ctx: Context, id: string): Promise<Template> {
  const template = await getTemplateById(ctx, id)
  if ((await may(ctx, template, 'read')) || (await canStart(ctx, template))) return template
  const { namespace, code } = template
  throw forbidden(`the right "read" on process ${namespace}/${code} is required`)
}

export async function getProcess(
  ctx: Context,
  id: string,
  wanted: number | undefined,
): Promise<ProcessDetails> {
  const template = await requireSeen(ctx, id)
  const version = wanted ?? template.processVersion
  const published = await getPublished(ctx, id, version)
  const [bpmn, versions, running] = await Promise.all([
    getDiagram(ctx, id, version),
    listProcessVersions(ctx, id),
    countVersions(ctx, id),
  ])
  return {
    id,
    namespace: template.namespace,
    code: template.code,
    name: published.body.name,
    version,
    canStart: await canStart(ctx, template),
    xml: await withDrawing(bpmn, published.program.model),
    variables: published.fields.map(toFieldView),
    startForm: startFormOf(published),
    versions: versions.map(({ number, published_at }) => ({
      version: number,
      publishedAt: published_at.toISOString(),
      running: running.get(number) ?? 0,
    })),
  }
}

async function countVersions(ctx: Context, id: string): Promise<Map<number, number>> {
  const rows = await ctx.db.all(sql<{
    version: number
    running: number
  }>`select t.version, count(*) as running from kontor.process_instances t
    where t.template_id = ${id}::uuid and ${RUNNING} group by 1`)
  return new Map(rows.map(({ version, running }) => [version, running]))
}

/** The form of the start event, or else every variable. */
function startFormOf({ program, fields, byCode }: Published): ProcessDetails['startForm'] {
  const start = Object.values(program.model.nodes).find(
    ({ type, parent, trigger }) => type === 'start' && !parent && !trigger,
  )
  if (!start || start.form.length === 0) {
    return fields.map(({ code, name, required }) => ({ code, name, required }))
  }
  return start.form.map(({ code, name, required }) => ({
    code,
    name: name || (byCode.get(code)?.name ?? code),
    required: required || byCode.get(code)?.required === true,
  }))
}
