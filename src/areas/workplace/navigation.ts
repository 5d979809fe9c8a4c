import {
  type Snapshot,
  type StoredDefinition,
  snapshotOf,
  toApp,
} from '../../definitions/snapshot.ts'
import { pathOf } from '../../lib/app-path.ts'
import type { Context } from '../../platform/context.ts'
import { canUse, readsOf } from '../apps/policy.ts'
import { may } from '../processes/instances/policy.ts'
import type {
  NavigationApp,
  NavigationProcess,
  NavigationReport,
  NavigationWorkspace,
} from './operations.ts'

/** The menu of the caller, without workspaces in which they may open nothing. */
export async function getNavigation(ctx: Context): Promise<NavigationWorkspace[]> {
  const snapshot = await snapshotOf(ctx)
  const shown = snapshot.live('workspace').filter(({ body }) => !body.hidden)
  const workspaces = await Promise.all(shown.map((each) => toWorkspace(ctx, snapshot, each)))
  return workspaces.filter(
    ({ apps, processes, reports }) => apps.length + processes.length + reports.length > 0,
  )
}

async function toWorkspace(
  ctx: Context,
  snapshot: Snapshot,
  { code, body }: StoredDefinition<'workspace'>,
): Promise<NavigationWorkspace> {
  const isHere = ({ namespace }: { namespace: string }) => namespace.split('.')[0] === code
  const apps = snapshot.live('app').filter((each) => isHere(each) && !each.body.hidden)
  const processes = snapshot.live('process').filter((each) => isHere(each) && !each.body.hidden)
  const reports = snapshot.live('report').filter(isHere)
  return {
    code,
    name: body.name,
    icon: body.icon,
    apps: await present(apps.map((each) => toAppEntry(ctx, each))),
    processes: await present(processes.map((each) => toProcessEntry(ctx, each))),
    reports: await present(reports.map((each) => toReportEntry(ctx, each))),
  }
}

const present = async <Entry>(entries: Promise<Entry | undefined>[]): Promise<Entry[]> =>
  (await Promise.all(entries)).filter((entry) => entry !== undefined)

async function toAppEntry(
  ctx: Context,
  definition: StoredDefinition<'app'>,
): Promise<NavigationApp | undefined> {
  const app = toApp(definition)
  if (!(await readsOf(ctx, app))) return undefined
  const { namespace, code, body } = app
  return {
    namespace,
    code,
    name: body.name,
    elementName: body.elementName ?? body.name,
    type: body.type,
    icon: body.icon,
    hasStatuses: body.statuses.length > 0,
    rights: {
      create: await canUse(ctx, app, 'create'),
      update: await canUse(ctx, app, 'update'),
      delete: await canUse(ctx, app, 'delete'),
      import: await canUse(ctx, app, 'import'),
      export: await canUse(ctx, app, 'export'),
    },
  }
}

/** Includes processes that the caller may start but not read. */
async function toProcessEntry(
  ctx: Context,
  { id, namespace, code, body, processVersion }: StoredDefinition<'process'>,
): Promise<NavigationProcess | undefined> {
  if (processVersion === null) return undefined
  const place = { namespace, code }
  const canStart = body.manualRun && (await may(ctx, place, 'create'))
  if (!canStart && !(await may(ctx, place, 'read'))) return undefined
  return { id, ...place, name: body.name, canStart }
}

async function toReportEntry(
  ctx: Context,
  { namespace, code, body }: StoredDefinition<'report'>,
): Promise<NavigationReport | undefined> {
  const resource = { kind: 'report', id: pathOf({ namespace, code }) }
  const canRead = await ctx.access.can(ctx.db, ctx.user, 'read', resource)
  return canRead ? { namespace, code, name: body.name } : undefined
}
