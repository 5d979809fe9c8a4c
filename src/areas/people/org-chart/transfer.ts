import { z } from 'zod'
import { Id } from '../../../api/schemas.ts'
import { differences, isEmpty } from '../../../lib/changes.ts'
import { nothingYet, type Row, type Transferred } from '../../../lib/transfer.ts'
import type { Context } from '../../../platform/context.ts'
import { type Outcome, storeEach } from '../../../platform/db/store-each.ts'
import { IDENTITY } from '../../access/identity.ts'
import { lockMemberships } from '../groups/membership.ts'
import { createUnit, updateUnit } from './service.ts'
import * as store from './store.ts'

/** A department or position of another system, and who holds it. */
const TransferredUnit = z.object({
  id: Id,
  /** Absent where only the holders are known: then it is one that is here. */
  kind: z.enum(['department', 'position']).optional(),
  name: z.string().trim().min(1).max(500).optional(),
  parent: Id.nullable().default(null),
  isHead: z.boolean().default(false),
  sort: z.int().min(0).default(0),
  users: z.array(Id).max(10_000).default([]),
})
type TransferredUnit = z.output<typeof TransferredUnit>

/**
 * Parents come first. Whoever was put on a position here stays there; what a solution defines is changed
 * there.
 */
export async function transferUnits(ctx: Context, rows: readonly Row[]): Promise<Transferred> {
  const into = nothingYet()
  await lockMemberships(ctx)
  const units = new Map(
    (await store.listUnits(ctx.db, { deleted: true })).map((unit) => [unit.id, unit]),
  )
  await storeEach(ctx.db, { schema: TransferredUnit, rows, into }, async (unit) => {
    const known = units.get(unit.id)
    const outcome = known ? await update(ctx, known, unit) : await create(ctx, unit, units)
    if (outcome === undefined) {
      const message = 'there is no such position here: bring the org chart, see --org-chart'
      into.problems.push({ id: unit.id, message })
      return 'waits'
    }
    if (known?.deleted_at) return 'kept'
    const isPut = await addHolders(ctx, unit)
    return outcome === 'unchanged' && isPut ? 'updated' : outcome
  })
  if (into.created + into.updated > 0) ctx.changed(IDENTITY)
  return into
}

async function create(
  ctx: Context,
  { id, kind, name, parent, isHead, sort }: TransferredUnit,
  units: Map<string, store.UnitRow>,
): Promise<Outcome | undefined> {
  if (kind === undefined || name === undefined) return undefined
  // Its code is only its name for definitions, which did not bring it.
  const code = `u_${id.replaceAll('-', '')}`
  const above = parent !== null && units.has(parent) ? parent : null
  const unit = { id, kind, code, name, parent_id: above, is_head: isHead, sort, solution: null }
  await createUnit(ctx, unit)
  const [stored] = (await store.listUnits(ctx.db)).filter((each) => each.id === id)
  if (stored) units.set(id, stored)
  return 'created'
}

async function update(
  ctx: Context,
  known: store.UnitRow,
  { name, parent, isHead }: TransferredUnit,
): Promise<Outcome> {
  if (known.solution !== null || known.deleted_at || name === undefined) return 'unchanged'
  const changed = differences(known, { name, parent_id: parent, is_head: isHead })
  if (isEmpty(changed)) return 'unchanged'
  await updateUnit(ctx, known, changed)
  return 'updated'
}

/** Those that are here. What they typed as their position, if it is this one, is not theirs any more. */
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
