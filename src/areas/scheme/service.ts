import type { Kind } from '../../definitions/kinds.ts'
import { moduleNamespace } from '../../definitions/layout.ts'
import { type Snapshot, type StoredDefinition, snapshotOf } from '../../definitions/snapshot.ts'
import { type AppAddress, pathOf } from '../../lib/app-path.ts'
import { notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { getProcessModel } from '../solutions/service.ts'
import type { Exportable } from './export-operations.ts'
import * as check from './exportable.ts'
import type { ProcessView, SolutionView, WorkspaceView } from './operations.ts'
import type { ContractView, ProcessFormView } from './part-operations.ts'
import { toContractView, toProcessForms } from './part-views.ts'
import * as views from './views.ts'

export type Paging = { from: number; size: number; active: boolean }
export type Listed<Row> = { result: { result: Row[]; total: number } }

/** Lists of metadata include deleted rows unless asked for active ones only. */
export function page<Row extends { __deletedAt: string | null }>(
  rows: Row[],
  paging: Paging,
): Listed<Row> {
  const { from, size, active } = paging
  const shown = active ? rows.filter(({ __deletedAt }) => __deletedAt === null) : rows
  return { result: { result: shown.slice(from, from + size), total: shown.length } }
}

export async function listWorkspaces(ctx: Context): Promise<WorkspaceView[]> {
  const snapshot = await snapshotOf(ctx)
  return [
    ...snapshot.all('workspace').map(views.toWorkspaceView),
    ...snapshot.all('module').map(views.toModuleWorkspace),
  ]
}

export async function getWorkspace(ctx: Context, code: string): Promise<WorkspaceView> {
  const found = (await listWorkspaces(ctx)).find((each) => each.code === code)
  if (!found) throw notFound('workspace', code)
  return found
}

/** The definitions of a kind that live in a workspace; in its apps too when `withApps`. */
export async function listIn<K extends Kind>(
  ctx: Context,
  kind: K,
  { namespace, withApps = false }: { namespace: string; withApps?: boolean },
): Promise<StoredDefinition<K>[]> {
  const snapshot = await snapshotOf(ctx)
  requireNamespace(snapshot, namespace)
  return snapshot
    .all(kind)
    .filter(
      (each) =>
        each.namespace === namespace || (withApps && each.namespace.startsWith(`${namespace}.`)),
    )
}

export async function getDefinition<K extends Kind>(
  ctx: Context,
  kind: K,
  { namespace, code }: { namespace: string; code: string },
): Promise<StoredDefinition<K>> {
  const found = (await snapshotOf(ctx)).find(kind, namespace, code)
  if (!found || found.deletedAt) throw notFound(kind, pathOf({ namespace, code }))
  return found
}

export async function getById<K extends Kind>(
  ctx: Context,
  kind: K,
  id: string,
): Promise<StoredDefinition<K>> {
  const found = (await snapshotOf(ctx)).findById(kind, id)
  if (!found) throw notFound(kind, id)
  return found
}

/** The published version, with its diagram in the contract's shape. */
export async function getProcess(ctx: Context, place: AppAddress): Promise<ProcessView> {
  const process = await getDefinition(ctx, 'process', place)
  return views.toProcessView(process, await getProcessModel(ctx, process.id))
}

/** Of the published version. */
export async function listProcessForms(
  ctx: Context,
  place: AppAddress,
): Promise<ProcessFormView[]> {
  const { id } = await getDefinition(ctx, 'process', place)
  return toProcessForms(await getProcessModel(ctx, id))
}

export async function listContracts(
  ctx: Context,
  place: { namespace: string },
): Promise<ContractView[]> {
  const snapshot = await snapshotOf(ctx)
  return (await listIn(ctx, 'contract', place)).map((each) => toContractView(each, snapshot))
}

export const getContract = async (ctx: Context, place: AppAddress): Promise<ContractView> =>
  toContractView(await getDefinition(ctx, 'contract', place), await snapshotOf(ctx))

export async function listSolutions(ctx: Context): Promise<SolutionView[]> {
  const snapshot = await snapshotOf(ctx)
  return snapshot.all('solution').map((each) => views.toSolutionView(each, snapshot))
}

export async function getSolution(ctx: Context, code: string): Promise<SolutionView> {
  const found = (await listSolutions(ctx)).find((each) => each.code === code && !each.__deletedAt)
  if (!found) throw notFound('solution', code)
  return found
}

export async function isExportable(
  ctx: Context,
  kind: 'app' | 'workspace' | 'module' | 'solution',
  place: { namespace: string; code: string } | { id: string },
): Promise<Exportable> {
  const snapshot = await snapshotOf(ctx)
  if ('id' in place) return check.moduleExportable(snapshot, await getById(ctx, 'module', place.id))
  if (kind === 'app') return check.appExportable(snapshot, await getDefinition(ctx, 'app', place))
  if (kind === 'workspace') {
    const { code } = await getDefinition(ctx, 'workspace', place)
    return check.workspaceExportable(snapshot, code)
  }
  return check.solutionExportable(snapshot, await getDefinition(ctx, 'solution', place))
}

/** `ws`, `ws.app`, `ext_<module id>` or `global`; anything else is not found. */
function requireNamespace(snapshot: Snapshot, namespace: string): void {
  const [workspace = '', app] = namespace.split('.')
  const isModule = snapshot.live('module').some(({ code }) => moduleNamespace(code) === namespace)
  if (namespace === 'global' || isModule) return
  if (!isLive(snapshot.find('workspace', workspace, workspace)))
    throw notFound('workspace', workspace)
  if (app !== undefined && !isLive(snapshot.find('app', workspace, app)))
    throw notFound('app', `${workspace}/${app}`)
}

const isLive = (definition: StoredDefinition | undefined): boolean => definition?.deletedAt === null
