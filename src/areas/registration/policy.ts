import { folderId } from '../../definitions/nomenclature.ts'
import type { StoredApp } from '../../definitions/snapshot.ts'
import { subjectKey } from '../../lib/codes.ts'
import { forbidden, invalid } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { canUse, isProcess, mayOnItem, requireOnItem } from '../apps/policy.ts'
import { findNames } from '../people/groups/membership.ts'
import type { FolderRow } from './nomenclature/service.ts'

type Item = { __id: string; __createdBy: string }

export const isOn = (app: StoredApp): boolean => app.body.registration?.enabled ?? false

/** The app's documents are registered, and in this folder. */
export function requireFolder(app: StoredApp, folder: FolderRow): void {
  const { registration, name } = app.body
  if (!registration?.enabled) throw invalid(`items of "${name}" are not registered`)
  const ids = registration.folders.map((each) => (isId(each) ? each.toLowerCase() : folderId(each)))
  if (ids.includes(folder.id)) return
  throw invalid(`items of "${name}" are not registered in the folder "${folder.name}"`)
}

/**
 * Who may register: processes always, as their designer decided; by hand, depending on the app, users who may
 * change the item, named users who may see it, or nobody.
 */
export async function requireRegistrar(ctx: Context, app: StoredApp, item?: Item): Promise<void> {
  if (isProcess(ctx)) return
  const { restrict, by } = app.body.registration ?? { restrict: '', by: [] }
  const right = restrict === '' ? 'update' : 'read'
  if (item) await requireOnItem(ctx, app, { right, id: item.__id, item })
  else if (!(await canUse(ctx, app, right))) {
    throw forbidden(`the right "${right}" on ${app.namespace}/${app.code} is required`)
  }
  if (restrict === 'process')
    throw forbidden(`items of "${app.body.name}" are registered by processes`)
  if (restrict === 'specified' && !(await isNamed(ctx, by, item))) {
    throw forbidden(`items of "${app.body.name}" are registered by those whom the app names`)
  }
}

async function isNamed(ctx: Context, subjects: string[], item?: Item): Promise<boolean> {
  if (ctx.user.isAdministrator) return true
  if (subjects.includes('role:author') && item?.__createdBy === ctx.user.id) return true
  const ids = await findNames(ctx, subjects)
  return subjects.some((each) => ctx.user.subjects.has(ids.get(subjectKey(each)) ?? ''))
}

/** Without the right to see the item, it does not exist. */
export async function canSee(
  ctx: Context,
  app: Pick<StoredApp, 'namespace' | 'code'>,
  item: Item | undefined,
): Promise<boolean> {
  return item ? mayOnItem(ctx, app, 'read', item) : canUse(ctx, app, 'read')
}
