import { z } from 'zod'
import { DateTime, Id } from '../../../api/schemas.ts'
import { differences, isEmpty } from '../../../lib/changes.ts'
import { AppError } from '../../../lib/errors.ts'
import { ADMINISTRATORS, isId, NIL_ID } from '../../../lib/ids.ts'
import { nothingYet, type Row, readRow, refuse, type Transferred } from '../../../lib/transfer.ts'
import type { Context } from '../../../platform/context.ts'
import { inSavepoint } from '../../../platform/db/savepoint.ts'
import { addMembers } from './members.ts'
import { lockMemberships, requireAdministrator } from './membership.ts'
import { createGroup, namespaceExists, saveChanges } from './service.ts'
import * as store from './store/groups.ts'
import { listMemberIds } from './store/members.ts'
import { listEdgesAbove } from './store/membership.ts'

/** A group of another system. */
const TransferredGroup = z.object({
  id: Id,
  namespace: z.string().min(1).max(300),
  code: z.string().max(128).optional(),
  name: z.string().trim().min(1).max(500),
  description: z.string().max(10_000).default(''),
  isRole: z.boolean().default(false),
  members: z.array(Id).max(100_000),
  createdAt: DateTime,
  createdBy: Id.default(NIL_ID),
  updatedAt: DateTime,
  updatedBy: Id.default(NIL_ID),
})
type TransferredGroup = z.output<typeof TransferredGroup>

/**
 * Groups with their members; members added here stay. Groups with a known code are linked; the members of
 * Administrators are never changed.
 */
export async function transferGroups(ctx: Context, rows: readonly Row[]): Promise<Transferred> {
  const into = nothingYet()
  await lockMemberships(ctx)
  const groups = rows.flatMap((row) => readRow(TransferredGroup, row, into) ?? [])
  const ids = new Map<string, string>()
  const changed = new Set<string>()
  for (const group of groups) {
    const found = await transferGroup(ctx, group, into)
    if (!found) continue
    ids.set(group.id, found.id)
    if (found.isChanged) changed.add(group.id)
  }
  // Members may be groups of the same batch.
  for (const group of groups) {
    const id = ids.get(group.id)
    if (id === undefined) continue
    const members = group.members.map((member) => ids.get(member) ?? member)
    if (await addTheirs(ctx, { ...group, id, members }, into)) changed.add(group.id)
  }
  const known = groups.filter(({ id }) => ids.get(id) === id)
  into.updated = known.filter(({ id }) => changed.has(id)).length - into.created
  into.unchanged = known.length - into.updated - into.created
  if (changed.size > 0) await requireAdministrator(ctx)
  return into
}

type TransferResult = { id: string; isChanged: boolean }

async function transferGroup(
  ctx: Context,
  group: TransferredGroup,
  into: Transferred,
): Promise<TransferResult | undefined> {
  const { id, namespace, code } = group
  const known = await store.lockGroup(ctx.db, id)
  if (known) return { id, isChanged: await update(ctx, known, group) }
  const linked = await findDefined(ctx, group)
  if (linked !== undefined) {
    into.linked[id] = linked
    return { id: linked, isChanged: false }
  }
  if (code !== undefined && !isId(code)) {
    const message = `definitions make the group "${code}": write them with "kontor migrate elma365 definitions", apply them and run this again`
    refuse(into, id, message)
    return undefined
  }
  if (!(await namespaceExists(ctx, namespace))) {
    refuse(into, id, `there is no workspace "${namespace}" here`)
    return undefined
  }
  const { name, description, isRole } = group
  // Codes are for definitions, and no definition created this group.
  await createGroup(ctx, namespace, { id, name, description, isRole, isDefault: false })
  await store.saveGroup(ctx.db, id, datesOf(group))
  into.created++
  return { id, isChanged: true }
}

/** By its code; definitions derive one from the name if the original code is an id. */
async function findDefined(
  ctx: Context,
  { namespace, code, name }: TransferredGroup,
): Promise<string | undefined> {
  if (code === undefined) return undefined
  const same = (await store.listByCode(ctx.db, code)).find((each) => each.namespace === namespace)
  if (same || !isId(code)) return same?.id
  const named = await store.listDefined(ctx.db, { namespace, name })
  return named.length === 1 ? named[0]?.id : undefined
}

/** Groups of a solution are changed in the solution. */
async function update(
  ctx: Context,
  known: store.GroupRow,
  { name, description, isRole }: TransferredGroup,
): Promise<boolean> {
  if (isKeptByOthers(known) || known.deleted_at) return false
  const changed = differences(known, { name, description, is_role: isRole })
  if (isEmpty(changed)) return false
  await saveChanges(ctx, known, changed)
  return true
}

const datesOf = (group: TransferredGroup) => ({
  created_at: new Date(group.createdAt),
  created_by: group.createdBy,
  updated_at: new Date(group.updatedAt),
  updated_by: group.updatedBy,
})

/** Managed groups, and those whose members are administrators, are filled by people only. */
async function addTheirs(
  ctx: Context,
  { id, members }: { id: string; members: string[] },
  into: Transferred,
): Promise<boolean> {
  const group = await store.lockGroup(ctx.db, id)
  if (!group || group.deleted_at) return false
  const before = await listMemberIds(ctx.db, id)
  if (members.every((each) => before.includes(each))) return false
  if (isKeptByOthers(group) || (await isInAdministrators(ctx, id))) {
    into.problems.push({ id, message: `add the members of "${group.name}" by hand` })
    return false
  }
  try {
    return await inSavepoint(ctx.db, async () => (await addMembers(ctx, id, members)).length > 0)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    into.problems.push({ id, message: error.message })
    return false
  }
}

const isKeptByOthers = ({ is_system, solution, provider }: store.GroupRow): boolean =>
  is_system || solution !== null || provider !== null

const isInAdministrators = async (ctx: Context, id: string): Promise<boolean> =>
  (await listEdgesAbove(ctx.db, [id])).some(({ unit }) => unit === ADMINISTRATORS)
