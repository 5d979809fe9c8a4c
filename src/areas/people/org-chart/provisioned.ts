import { GLOBAL } from '../../../definitions/layout.ts'
import { differences, isEmpty } from '../../../lib/changes.ts'
import { definitionId } from '../../../lib/codes.ts'
import { conflict } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { createUnit, deleteUnit, type NewUnit, updateUnit } from './service.ts'
import * as store from './store.ts'

/** A department or position managed by provisioning, with its holders. */
export type ProvisionedUnit = Pick<NewUnit, 'kind' | 'code' | 'name' | 'is_head'> & {
  parent: string | null
  users: readonly string[]
}

const idOf = (kind: string, code: string) => definitionId(kind, GLOBAL, code)

/** Replaces the units managed by provisioning, parents first; returns the number of changes. */
export async function replaceProvisioned(
  ctx: Context,
  wanted: readonly ProvisionedUnit[],
): Promise<number> {
  const rows = await store.listProvisioned(ctx.db)
  const known = new Map(rows.map((row) => [row.id, row]))
  const ids = new Set<string>()
  let changes = 0
  for (const [sort, each] of wanted.entries()) {
    const id = idOf(each.kind, each.code)
    ids.add(id)
    const isChanged = await put(ctx, { id, sort, ...each }, known.get(id))
    const isMoved = each.kind === 'position' && (await putHolders(ctx, id, each.users))
    if (isChanged || isMoved) changes++
  }
  for (const row of rows.filter(({ id, deleted_at }) => !deleted_at && !ids.has(id))) {
    await deleteUnit(ctx, row)
    changes++
  }
  await requireOrdinary(ctx, [...ids])
  return changes
}

/** Returns whether it changed. */
async function put(
  ctx: Context,
  { id, kind, code, name, parent, is_head, sort }: ProvisionedUnit & { id: string; sort: number },
  row: store.UnitRow | undefined,
): Promise<boolean> {
  const parent_id = parent === null ? null : idOf('department', parent)
  const columns = { name, parent_id, is_head, sort, deleted_at: null }
  if (!row) {
    const { deleted_at: _, ...rest } = columns
    await createUnit(ctx, { id, kind, code, solution: null, ...rest })
    return true
  }
  const changed = differences(row, columns)
  if (isEmpty(changed)) return false
  await updateUnit(ctx, row, changed)
  return true
}

async function putHolders(ctx: Context, id: string, users: readonly string[]): Promise<boolean> {
  const added = await store.insertHolders(ctx.db, id, [...users])
  const removed = await store.deleteOtherHolders(ctx.db, id, users)
  const emit = (type: 'org_unit.users_added' | 'org_unit.users_removed', who: string[]) =>
    who.length > 0 && ctx.emit({ type, object: `org_unit:${id}`, data: { users: who } })
  await emit('org_unit.users_added', added)
  await emit('org_unit.users_removed', removed)
  return added.length + removed.length > 0
}

/** Provisioning must not make administrators through the org chart. */
async function requireOrdinary(ctx: Context, units: readonly string[]): Promise<void> {
  const unit = await store.findOfAdministrators(ctx.db, units)
  if (!unit) return
  throw conflict(
    `the org chart of provisioning stays as it was: "${unit.name}" is in the group of administrators, which provisioning may not fill; take it out of the group`,
  )
}
