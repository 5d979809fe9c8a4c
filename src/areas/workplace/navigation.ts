import {
  type Snapshot,
  type StoredDefinition,
  snapshotOf,
  toApp,
} from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import { canUse, readsOf } from '../apps/policy.ts'
import { may } from '../processes/instances/policy.ts'
import { findReports, type Report } from '../reports/kind.ts'
import type {
  NavigationApp,
  NavigationProcess,
  NavigationReport,
  NavigationWorkspace,
} from './operations.ts'
import type { NavigationPage } from './page-operations.ts'
import { listPages } from './pages.ts'

/** The menu of the caller, without workspaces in which they may open nothing. */
export async function getNavigation(ctx: Context): Promise<NavigationWorkspace[]> {
  const snapshot = await snapshotOf(ctx)
  const shown = snapshot.live('workspace').filter(({ body }) => !body.hidden)
  const reports = await findReports(ctx)
  const workspaces = await Promise.all(
    shown.map((each) => toWorkspace(ctx, { snapshot, reports }, each)),
  )
  return workspaces.filter(({ pages, apps, processes, reports }) =>
    [apps, processes, reports, pages.filter(isOwn)].some((entries) => entries.length > 0),
  )
}

const isOwn = ({ type }: NavigationPage): boolean => type === 'PAGE'

async function toWorkspace(
  ctx: Context,
  { snapshot, reports }: { snapshot: Snapshot; reports: readonly Report[] },
  { code, body }: StoredDefinition<'workspace'>,
): Promise<NavigationWorkspace> {
  const isHere = ({ namespace }: { namespace: string }) => namespace.split('.')[0] === code
  const apps = snapshot.live('app').filter((each) => isHere(each) && !each.body.hidden)
  const pages = await listPages(ctx, snapshot, code)
  const processes = snapshot.live('process').filter((each) => isHere(each) && !each.body.hidden)
  return {
    code,
    name: body.name,
    icon: body.icon,
    home: pages.find((each) => each.code === body.home && isOwn(each))?.code ?? null,
    pages,
    canManage: await ctx.access.can(ctx.db, ctx.user, 'manage', { kind: 'workspace', id: code }),
    apps: await present(apps.map((each) => toAppEntry(ctx, each))),
    processes: await present(processes.map((each) => toProcessEntry(ctx, each))),
    reports: reports.filter(isHere).map(toReportEntry),
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
  const { namespace, code, solution, body } = app
  return {
    namespace,
    code,
    solution,
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

const toReportEntry = ({ namespace, code, body }: Report): NavigationReport => ({
  namespace,
  code,
  name: body.name,
})
