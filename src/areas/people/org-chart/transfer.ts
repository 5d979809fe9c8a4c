import { z } from 'zod'
import { Id } from '../../../api/schemas.ts'
import { differences, isEmpty } from '../../../lib/changes.ts'
import { invalid } from '../../../lib/errors.ts'
import { nothingYet, type Row, type Transferred } from '../../../lib/transfer.ts'
import type { Context } from '../../../platform/context.ts'
import { storeEach } from '../../../platform/db/store-each.ts'
import { IDENTITY } from '../../access/identity.ts'
import { lockMemberships } from '../groups/membership.ts'
import { createUnit, updateUnit } from './service.ts'
import * as store from './store.ts'

/** A department or position of another system, and who holds it. */
const TransferredUnit = z.object({
  id: Id,
  /** Absent if only the holders are known: then the unit must exist here. */
  kind: z.enum(['department', 'position']).optional(),
  name: z.string().trim().min(1).max(500).optional(),
  parent: Id.nullable().optional(),
  isHead: z.boolean().optional(),
  sort: z.int().min(0).default(0),
  users: z.array(Id).max(10_000).default([]),
})
type TransferredUnit = z.output<typeof TransferredUnit>

type Units = ReadonlyMap<string, store.UnitRow>

/** Parents come first. People put on a position here stay; units of a solution are changed in the solution. */
export async function transferUnits(ctx: Context, rows: readonly Row[]): Promise<Transferred> {
  const into = nothingYet()
  await lockMemberships(ctx)
  const units = new Map(
    (await store.listUnits(ctx.db, { deleted: true })).map((unit) => [unit.id, unit]),
  )
  await storeEach(ctx.db, { schema: TransferredUnit, rows, into }, async (unit) => {
    const known = units.get(unit.id)
    const stored = known ? await update(ctx, unit, known, units) : await create(ctx, unit, units)
    if (!stored) {
      const message = 'there is no such position here: bring the org chart, see --org-chart'
      into.problems.push({ id: unit.id, message })
      return 'waits'
    }
    if (known?.deleted_at) return 'kept'
    const isPut = await addHolders(ctx, unit)
    units.set(unit.id, stored)
    if (!known) return 'created'
    return isPut || stored !== known ? 'updated' : 'unchanged'
  })
  if (into.created + into.updated > 0) ctx.changed(IDENTITY)
  return into
}

async function create(
  ctx: Context,
  unit: TransferredUnit,
  units: Units,
): Promise<store.UnitRow | undefined> {
  const { id, kind, name, isHead = false, sort } = unit
  if (kind === undefined || name === undefined) return undefined
  // Codes are for definitions, and no definition created this unit.
  const code = `u_${id.replaceAll('-', '')}`
  const parent = parentOf(unit, units) ?? null
  const columns = { id, kind, code, name, parent_id: parent, is_head: isHead, sort, solution: null }
  await createUnit(ctx, columns)
  return store.getUnit(ctx.db, id)
}

/** Returns the same row if nothing changes. */
async function update(
  ctx: Context,
  unit: TransferredUnit,
  known: store.UnitRow,
  units: Units,
): Promise<store.UnitRow> {
  if (known.solution !== null || known.deleted_at) return known
  const { name, isHead } = unit
  const wanted = { name, parent_id: parentOf(unit, units), is_head: isHead }
  const changed = differences(known, wanted)
  if (isEmpty(changed)) return known
  await updateUnit(ctx, known, changed)
  return { ...known, ...changed }
}

/** The parent unit, if it exists here; undefined if not sent. A unit is never its own parent. */
function parentOf({ id, parent }: TransferredUnit, units: Units): string | null | undefined {
  if (!parent) return parent
  const above = new Set<string>()
  for (let at = units.get(parent); at && !above.has(at.id); at = units.get(at.parent_id ?? '')) {
    above.add(at.id)
  }
  if (above.has(id)) throw invalid('field "parent": it is below this one here')
  return units.has(parent) ? parent : null
}

/** Those who exist here. A typed position that repeats this one is cleared. */
async function addHolders(ctx: Context, { id, users }: TransferredUnit): Promise<boolean> {
  const added = await store.insertHolders(ctx.db, id, users)
  if (added.length === 0) return false
  await store.forgetTyped(ctx.db, added)
  await ctx.emit({
    type: 'org_unit.users_added',
    object: `org_unit:${id}`,
    data: { users: added },
  })
  return true
}
