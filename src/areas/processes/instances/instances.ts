import type { NamedItem } from '../../../api/schemas.ts'
import { snapshotOf } from '../../../definitions/snapshot.ts'
import { withDrawing } from '../../../engine/drawing.ts'
import type { Control, Values } from '../../../engine/state.ts'
import { containing } from '../../../fields/kinds/like.ts'
import type { Context } from '../../../platform/context.ts'
import { and, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { nameItems } from '../../apps/lists.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import { listPeopleByName } from '../../people/users/service.ts'
import type { FieldView } from '../../scheme/operations.ts'
import { toFieldView } from '../../scheme/views.ts'
import { getDiagram } from '../../solutions/service.ts'
import { getPublished } from '../published.ts'
import type { InstanceDetails, InstanceRow, InstanceState } from './manage-operations.ts'
import { may, readable } from './policy.ts'
import * as standing from './progress.ts'
import { getInstance } from './service.ts'

type Row = {
  id: string
  name: string
  template_id: string
  version: number
  state: string
  control: Control
  item: [Reference] | null
  created_at: Date
  created_by: string
  ended_at: Date | null
}

const COLUMNS =
  raw(`t.id, t.name, t.template_id, t.version, t.state, t.control, t.item, t.created_at,
  t.created_by, t.ended_at`)

export type Wanted = {
  process?: string | undefined
  state?: InstanceState | undefined
  item?: Reference | undefined
  q?: string | undefined
  from: number
  size: number
}

/** Nobody reads so far, and counting a million instances for one page is for nobody. */
const MOST_COUNTED = 10_000

const STATES: Record<InstanceState, Sql> = {
  running: raw(`t.state in ('exec', 'wait', 'error')`),
  ended: raw(`t.state = 'done'`),
  interrupted: raw(`t.state = 'cancel'`),
  incident: raw(`t.state = 'error'`),
}

export async function listInstances(
  ctx: Context,
  wanted: Wanted,
): Promise<{ instances: InstanceRow[]; total: number }> {
  const { process, state, item, q, from, size } = wanted
  const where = [
    ...(process ? [sql`t.template_id = ${process}::uuid`] : []),
    ...(state ? [STATES[state]] : []),
    ...(item ? [sql`t.item @> ${JSON.stringify([item])}::jsonb`] : []),
    ...(q ? [sql`t.name ilike ${containing(q)}`] : []),
    ...(await visible(ctx, process)),
  ]
  const rows =
    await ctx.db.all(sql<Row>`select ${COLUMNS} from kontor.process_instances t where ${and(where)}
      order by t.created_at desc, t.id desc offset ${from} limit ${size}`)
  const counted = await ctx.db.first(sql<{
    total: number
  }>`select count(*) as total from (select from kontor.process_instances t
    where ${and(where)} limit ${MOST_COUNTED}) c`)
  return { instances: await toRows(ctx, rows), total: counted?.total ?? 0 }
}

async function visible(ctx: Context, process: string | undefined): Promise<Sql[]> {
  if (process === undefined) return ctx.kinds.readable(ctx, 'instance')
  return readable(ctx, (await snapshotOf(ctx)).findById('process', process))
}

async function toRows(ctx: Context, rows: Row[]): Promise<InstanceRow[]> {
  const open = rows.filter(({ ended_at }) => ended_at === null).map(({ id }) => id)
  const [people, items, entered] = await Promise.all([
    listPeopleByName(
      ctx,
      rows.map(({ created_by }) => created_by),
    ),
    nameItems(
      ctx,
      rows.flatMap(({ item }) => item ?? []),
    ),
    standing.listEntered(ctx, open),
  ])
  const times = new Map(entered.map(({ instance, token, at }) => [`${instance} ${token}`, at]))
  const since = (id: string, token: number) => times.get(`${id} ${token}`)?.toISOString() ?? null
  return Promise.all(
    rows.map(async (row) => {
      const { body, program } = await getPublished(ctx, row.template_id, row.version)
      return {
        id: row.id,
        name: row.name,
        processId: row.template_id,
        processName: body.name,
        version: row.version,
        state: standing.stateOf(row.state),
        startedAt: row.created_at.toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
        author: { id: row.created_by, name: people.get(row.created_by) ?? '' },
        item: toNamed(row.item, items),
        at: (row.ended_at ? [] : standing.tokensOf(row.control)).map(({ token, element }) => ({
          elementId: element,
          name: program.model.nodes[element]?.name ?? '',
          since: since(row.id, token),
        })),
      }
    }),
  )
}

const toNamed = (item: [Reference] | null, names: Map<string, string>): NamedItem | null =>
  item ? { ...item[0], name: names.get(item[0].id) ?? '' } : null

/** One instance, for who may see it, as its diagram shows it. */
export async function showInstance(ctx: Context, id: string): Promise<InstanceDetails> {
  await getInstance(ctx, id)
  const found = await ctx.db.first(sql<
    Row & { context: Values; parent: [string, string] | null }
  >`select ${COLUMNS}, t.context, (select array[p.id::text, p.name]
    from kontor.process_instances p where p.id = t.parent_id) as parent
    from kontor.process_instances t where t.id = ${id}::uuid`)
  if (!found) throw new Error('an instance that was there is gone')
  const published = await getPublished(ctx, found.template_id, found.version)
  const [[row], visited, children, tasks, canChange] = await Promise.all([
    toRows(ctx, [found]),
    standing.listVisited(ctx, id),
    standing.listChildren(ctx, id),
    showTasks(ctx, id),
    may(ctx, published, 'update'),
  ])
  if (!row) throw new Error('an instance that was there is gone')
  const { at: _, ...shown } = row
  return {
    ...shown,
    namespace: published.namespace,
    code: published.code,
    parent: found.parent && { id: found.parent[0], name: found.parent[1] },
    children: children.map(({ state, element, ...child }) => ({
      ...child,
      elementId: element ?? '',
      state: standing.stateOf(state),
    })),
    canChange,
    canInterrupt: canChange || found.created_by === ctx.user.id,
    tokens: await showTokens(ctx, found),
    tasks,
    passed: visited
      .filter(({ what }) => what === 'entered')
      .map(({ element, count }) => ({ elementId: element, count })),
    flows: visited.filter(({ what }) => what === 'taken').map(({ element }) => element),
    variables: published.fields.map(({ code, name, type }) => ({
      code,
      name,
      type,
      value: found.context[code] ?? null,
    })),
  }
}

async function showTokens(ctx: Context, row: Row): Promise<InstanceDetails['tokens']> {
  if (row.ended_at) return []
  const { program } = await getPublished(ctx, row.template_id, row.version)
  const [entered, waiting] = await Promise.all([
    standing.listEntered(ctx, [row.id]),
    standing.listWaiting(ctx, row.id),
  ])
  const times = new Map(entered.map(({ token, at }) => [token, at]))
  const waits = new Map(waiting.map((each) => [each.token, each]))
  return standing.tokensOf(row.control).map(({ token, element }) => ({
    elementId: element,
    name: program.model.nodes[element]?.name ?? '',
    kind: program.model.nodes[element]?.type ?? '',
    since: times.get(token)?.toISOString() ?? null,
    taskId: waits.get(token)?.task ?? null,
    incidentId: waits.get(token)?.incident ?? null,
    dueAt: waits.get(token)?.due?.toISOString() ?? null,
  }))
}

async function showTasks(ctx: Context, id: string): Promise<InstanceDetails['tasks']> {
  const tasks = await standing.listTasks(ctx, id)
  const names = await listPeopleByName(ctx, [...new Set(tasks.flatMap((each) => each.performers))])
  return tasks.map(({ node, performers, created_at, ended_at, ...task }) => ({
    ...task,
    elementId: node,
    performers: performers.map((each) => ({ id: each, name: names.get(each) ?? '' })),
    createdAt: created_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }))
}

/** The diagram of the version that an instance is of. */
export async function showDiagram(
  ctx: Context,
  id: string,
): Promise<{ xml: string; variables: FieldView[] }> {
  const { instance } = await getInstance(ctx, id)
  const { id: template, version } = instance.__template as { id: string; version: number }
  const published = await getPublished(ctx, template, version)
  const bpmn = await getDiagram(ctx, template, version)
  return {
    xml: await withDrawing(bpmn, published.program.model),
    variables: published.fields.map(toFieldView),
  }
}
