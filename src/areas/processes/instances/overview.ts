import { snapshotOf } from '../../../definitions/snapshot.ts'
import { withDrawing } from '../../../engine/drawing.ts'
import { forbidden } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { actors } from '../../people/substitutions/service.ts'
import { toFieldView } from '../../scheme/views.ts'
import { getDiagram, listProcessVersions } from '../../solutions/service.ts'
import { getShown, type Published, type Template } from '../published.ts'
import * as store from '../store/instance-counts.ts'
import { findSuspension, listSuspended } from '../store/suspensions.ts'
import { translateXml } from '../texts.ts'
import { getTemplateById } from './lists.ts'
import type { ProcessDetails, ProcessSummary } from './manage-operations.ts'
import { may } from './policy.ts'
import type { ProcessTool } from './tool-operations.ts'

/** Processes the caller may read or start. */
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
  const own = { user: ctx.user.id, actors: await actors(ctx) }
  const counts = [
    ...(await store.countAll(ctx.db, ids(true))),
    ...(await store.countOwn(ctx.db, ids(false), own)),
  ]
  const byId = new Map(counts.map((each) => [each.id, each]))
  const suspended = await listSuspended(
    ctx.db,
    shown.map(({ template }) => template.id),
  )
  return shown.map(({ template, canStart: isStartable }) => ({
    ...toSummary(template, isStartable, byId.get(template.id)),
    suspendedAt: suspended.get(template.id)?.toISOString() ?? null,
  }))
}

const toSummary = (
  { id, namespace, code, body, processVersion }: Template,
  isStartable: boolean,
  counts: store.Counts | undefined,
): Omit<ProcessSummary, 'suspendedAt'> => ({
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

/** A process, for users who may start it or read its instances. */
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
  const published = await getShown(ctx, id, version)
  const [bpmn, versions, running, suspended] = await Promise.all([
    getDiagram(ctx, id, version),
    listProcessVersions(ctx, id),
    store.countVersions(ctx.db, id),
    findSuspension(ctx.db, id),
  ])
  return {
    id,
    namespace: template.namespace,
    code: template.code,
    name: published.body.name,
    version,
    canStart: await canStart(ctx, template),
    canChange: await may(ctx, template, 'update'),
    suspendedAt: suspended?.suspended_at.toISOString() ?? null,
    xml: await withDrawing(translateXml(bpmn, published.say), published.program.model),
    variables: published.fields.map(toFieldView),
    startForm: startFormOf(published),
    versions: versions.map(({ number, published_at }) => ({
      version: number,
      publishedAt: published_at.toISOString(),
      running: running.get(number) ?? 0,
    })),
  }
}

const MOST_TOOLS = 20

/** Processes the caller's assistants may start. */
export async function listProcessTools(ctx: Context): Promise<ProcessTool[]> {
  const tools = (await snapshotOf(ctx))
    .live('process')
    .filter((each): each is Template => each.processVersion !== null && each.body.assistantTool)
  const known = await Promise.all(
    tools.map(async (template) => ({ template, isStartable: await canStart(ctx, template) })),
  )
  const startable = known.filter(({ isStartable }) => isStartable).slice(0, MOST_TOOLS)
  return Promise.all(startable.map(({ template }) => toTool(ctx, template)))
}

async function toTool(
  ctx: Context,
  { id, namespace, code, processVersion, body }: Template,
): Promise<ProcessTool> {
  const published = await getShown(ctx, id, processVersion)
  const { name, description } = body
  const fields = startFormOf(published).flatMap((asked) => {
    const field = published.byCode.get(asked.code)
    return field ? [{ ...asked, type: field.type, array: field.isArray === true }] : []
  })
  return { id, namespace, code, name, description, fields }
}

/** The form of the start event, or all variables. */
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
