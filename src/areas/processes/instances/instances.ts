import type { NamedItem } from '../../../api/schemas.ts'
import { snapshotOf } from '../../../definitions/snapshot.ts'
import { withDrawing } from '../../../engine/drawing.ts'
import { choicesAt } from '../../../engine/elements/ad-hoc.ts'
import type { Next } from '../../../lists/page.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { nameItems } from '../../apps/lists.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import { listPeopleByName } from '../../people/users/service.ts'
import type { FieldView } from '../../scheme/list-operations.ts'
import { toFieldView } from '../../scheme/views.ts'
import { getDiagram } from '../../solutions/service.ts'
import { showClocks } from '../clocks/view.ts'
import { getShown } from '../published.ts'
import type { InstanceFilter } from '../store/instance-list.ts'
import * as store from '../store/instance-list.ts'
import * as progress from '../store/progress.ts'
import { type Translate, translateXml } from '../texts.ts'
import type { InstanceDetails, InstanceRow } from './manage-operations.ts'
import { may, readable } from './policy.ts'
import { stateOf, tokensOf } from './progress.ts'
import { getInstance } from './service.ts'

export async function listInstances(
  ctx: Context,
  { process, ...wanted }: InstanceFilter,
): Promise<{ instances: InstanceRow[]; total: number } & Next> {
  const where = await visible(ctx, process)
  const { rows, ...rest } = await store.listInstances(ctx.db, { process, ...wanted }, where)
  return { instances: await toRows(ctx, rows), ...rest }
}

async function visible(ctx: Context, process: string | undefined): Promise<Sql[]> {
  if (process === undefined) return ctx.kinds.readable(ctx, 'instance')
  return readable(ctx, (await snapshotOf(ctx)).findById('process', process))
}

async function toRows(ctx: Context, rows: store.InstanceListRow[]): Promise<InstanceRow[]> {
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
    progress.listEntered(ctx.db, open),
  ])
  const times = new Map(entered.map(({ instance, token, at }) => [`${instance} ${token}`, at]))
  const since = (id: string, token: number) => times.get(`${id} ${token}`)?.toISOString() ?? null
  return Promise.all(
    rows.map(async (row) => {
      const { body, program } = await getShown(ctx, row.template_id, row.version)
      return {
        id: row.id,
        name: row.name,
        processId: row.template_id,
        processName: body.name,
        version: row.version,
        state: stateOf(row.state),
        startedAt: row.created_at.toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
        suspendedAt: row.suspended_at?.toISOString() ?? null,
        author: { id: row.created_by, name: people.get(row.created_by) ?? '' },
        item: toNamed(row.item, items),
        at: (row.ended_at ? [] : tokensOf(row.control)).map(({ token, element }) => ({
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

/** One instance as its diagram shows it, for users who may see it. */
export async function showInstance(ctx: Context, id: string): Promise<InstanceDetails> {
  await getInstance(ctx, id)
  const found = await store.findInstance(ctx.db, id)
  if (!found) throw new Error('an instance that was there is gone')
  const published = await getShown(ctx, found.template_id, found.version)
  const [[row], visited, children, tasks, canChange, clocks] = await Promise.all([
    toRows(ctx, [found]),
    progress.listVisited(ctx.db, id),
    progress.listChildren(ctx.db, id),
    showTasks(ctx, id, published.say),
    may(ctx, published, 'update'),
    showClocks(ctx, id, published),
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
      state: stateOf(state),
    })),
    canChange,
    canInterrupt: canChange || found.created_by === ctx.user.id,
    isProcessSuspended: found.is_process_suspended,
    tokens: await showTokens(ctx, found),
    clocks,
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

async function showTokens(
  ctx: Context,
  row: store.InstanceListRow,
): Promise<InstanceDetails['tokens']> {
  if (row.ended_at) return []
  const published = await getShown(ctx, row.template_id, row.version)
  const { nodes } = published.program.model
  const [entered, waiting, work] = await Promise.all([
    progress.listEntered(ctx.db, [row.id]),
    progress.listWaiting(ctx.db, row.id),
    progress.listWork(ctx.db, row.id),
  ])
  const works = new Map(work.map((each) => [each.token, toWork(each)]))
  const times = new Map(entered.map(({ token, at }) => [token, at]))
  const waits = new Map(waiting.map((each) => [each.token, each]))
  return tokensOf(row.control).map(({ token, element }) => ({
    token,
    elementId: element,
    name: nodes[element]?.name ?? '',
    kind: nodes[element]?.type ?? '',
    since: times.get(token)?.toISOString() ?? null,
    taskId: waits.get(token)?.task ?? null,
    incidentId: waits.get(token)?.incident ?? null,
    dueAt: waits.get(token)?.due?.toISOString() ?? null,
    choices: choicesAt(published.program, row.control, token).map(({ id, name }) => ({
      elementId: id,
      name,
    })),
    work: works.get(token) ?? null,
  }))
}

/** An expired lock belongs to nobody. */
function toWork({ run_at, isLocked, isDue, token: _, ...work }: progress.Work) {
  const at = isDue ? null : run_at.toISOString()
  return {
    ...work,
    worker: isDue ? null : work.worker,
    lockedUntil: isLocked ? at : null,
    retryAt: isLocked ? null : at,
  }
}

async function showTasks(
  ctx: Context,
  id: string,
  say: Translate,
): Promise<InstanceDetails['tasks']> {
  const tasks = await progress.listTasks(ctx.db, id)
  const names = await listPeopleByName(ctx, [...new Set(tasks.flatMap((each) => each.performers))])
  return tasks.map(({ node, performers, created_at, ended_at, ...task }) => ({
    ...task,
    name: say(task.name),
    elementId: node,
    performers: performers.map((each) => ({ id: each, name: names.get(each) ?? '' })),
    createdAt: created_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }))
}

/** The diagram of the instance's version. */
export async function showDiagram(
  ctx: Context,
  id: string,
): Promise<{ xml: string; variables: FieldView[] }> {
  const { instance } = await getInstance(ctx, id)
  const { id: template, version } = instance.__template as { id: string; version: number }
  const published = await getShown(ctx, template, version)
  const bpmn = await getDiagram(ctx, template, version)
  return {
    xml: await withDrawing(translateXml(bpmn, published.say), published.program.model),
    variables: published.fields.map(toFieldView),
  }
}
