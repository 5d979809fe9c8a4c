import { GLOBAL } from '../../../definitions/layout.ts'
import { differences, isEmpty } from '../../../lib/changes.ts'
import { conflict, notFound } from '../../../lib/errors.ts'
import { isId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { addMembers, removeMembers } from '../groups/members.ts'
import { lockMemberships, requireAdministrator } from '../groups/membership.ts'
import * as groups from '../groups/service.ts'
import type { GroupRow } from '../groups/store/groups.ts'
import { textOf } from './attributes.ts'
import { refused } from './errors.ts'
import { type Filter, parseFilter } from './filter/parse.ts'
import { isResource, type Resource } from './names.ts'
import { type Change, checkChange, readChanges, readResource } from './patch.ts'
import { requireGroupReach, requireReach } from './reach.ts'
import * as store from './store/resources.ts'

export const listGroups = (ctx: Context, filter: string | undefined, page: store.Page) =>
  store.listGroups(ctx.db, filter === undefined ? undefined : parseFilter(filter), page)

export async function getGroup(ctx: Context, id: string): Promise<GroupRow> {
  const group = isId(id) ? await store.findGroup(ctx.db, id) : undefined
  if (!group) throw notFound('group', id)
  return group
}

export const listMembers = (ctx: Context, ids: readonly string[]): Promise<store.Member[]> =>
  store.listMembers(ctx.db, ids)

export async function createGroup(ctx: Context, sent: unknown): Promise<GroupRow> {
  const resource = readResource(sent)
  const { name } = namesOf(resource)
  if (!name) throw refused('invalidValue', 'displayName: expected text')
  const members = idsIn(resource.members)
  await lockMemberships(ctx)
  const id = await orTaken(name, () =>
    groups.createGroup(ctx, GLOBAL, {
      name,
      description: '',
      isRole: false,
      isDefault: false,
      provider: store.PROVIDER,
      externalId: textOf(resource.externalId) ?? null,
    }),
  )
  await add(ctx, id, members)
  return getGroup(ctx, id)
}

export async function replaceGroup(ctx: Context, id: string, sent: unknown): Promise<GroupRow> {
  const resource = readResource(sent)
  const wanted = idsIn(resource.members)
  const group = await lock(ctx, id)
  await rename(ctx, group, resource)
  await replaceMembers(ctx, id, wanted)
  return getGroup(ctx, id)
}

export async function changeGroup(ctx: Context, id: string, sent: unknown): Promise<GroupRow> {
  const { changes, problems } = readChanges(sent)
  const [problem] = problems
  if (problem) throw problem
  const { id: own } = await lock(ctx, id)
  for (const change of changes) {
    const { action, path, value } = change
    checkChange(change, { id: own, required: 'displayName' })
    if (path.name === 'members') await changeMembers(ctx, id, change)
    else {
      const given = action === 'remove' ? null : value
      await rename(ctx, await getGroup(ctx, id), { [path.name]: given })
    }
  }
  return getGroup(ctx, id)
}

async function changeMembers(ctx: Context, id: string, change: Change): Promise<void> {
  const { action, path, value } = change
  if (path.where) {
    if (action === 'remove') return remove(ctx, id, valuesIn(path.where))
    throw refused('invalidPath', 'members cannot be changed, only added and removed')
  }
  const given = idsIn(value)
  if (action === 'add') return add(ctx, id, given)
  if (action === 'replace') return replaceMembers(ctx, id, given)
  // Without a list of members, all of them.
  if (value === undefined) return replaceMembers(ctx, id, [])
  return remove(ctx, id, given)
}

/** The ids that `members[value eq "…" or value eq "…"]` names. */
function valuesIn(filter: Filter): string[] {
  if (filter.kind === 'or') return [...valuesIn(filter.left), ...valuesIn(filter.right)]
  if (filter.kind === 'compare' && filter.path === 'value' && filter.comparison === 'eq') {
    return [String(filter.value)]
  }
  throw refused('invalidPath', 'expected members[value eq "…"]')
}

export async function deleteGroup(ctx: Context, id: string): Promise<void> {
  const group = await getGroup(ctx, id)
  await requireGroupReach(ctx, id)
  await groups.deleteGroup(ctx, group.id, { provider: store.PROVIDER })
}

async function lock(ctx: Context, id: string): Promise<GroupRow> {
  await lockMemberships(ctx)
  const group = await getGroup(ctx, id)
  return groups.lockGroup(ctx, group.id)
}

async function rename(ctx: Context, group: GroupRow, resource: Resource): Promise<void> {
  const { name, externalId } = namesOf(resource)
  const changed = differences(group, { name, external_id: externalId })
  if (isEmpty(changed)) return
  await orTaken(name ?? group.name, () => groups.saveChanges(ctx, group, changed))
}

const LONGEST = 500

function namesOf(resource: Resource) {
  const name = textOf(resource.displayName)
  if (resource.displayName !== undefined && !name) {
    throw refused('invalidValue', 'displayName: expected text')
  }
  if (name && name.length > LONGEST) {
    throw refused('invalidValue', `displayName: expected at most ${LONGEST} characters`)
  }
  const { externalId } = resource
  return { name, externalId: externalId === null ? null : textOf(externalId) }
}

async function orTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'groups_provider_name')) throw error
    throw conflict(`another group is called "${name}"`, error)
  }
}

async function add(ctx: Context, id: string, members: string[]): Promise<void> {
  const known = await store.listMemberIds(ctx.db, members)
  const unknown = members.find((each) => !known.has(each))
  if (unknown !== undefined) throw refused('invalidValue', `member not found: ${unknown}`)
  const present = new Set((await store.listMembers(ctx.db, [id])).map((each) => each.id))
  await requireMemberReach(
    ctx,
    id,
    members.filter((each) => !present.has(each)),
  )
  await addMembers(ctx, id, members)
}

/** Whoever is not a member need not be removed. */
async function remove(ctx: Context, id: string, members: string[]): Promise<void> {
  const given = new Set(members.map((each) => each.toLowerCase()).filter(isId))
  const ids = (await store.listMembers(ctx.db, [id]))
    .map((each) => each.id)
    .filter((each) => given.has(each))
  await requireMemberReach(ctx, id, ids)
  const removed = await removeMembers(ctx, id, ids)
  if (removed.length > 0) await requireAdministrator(ctx)
}

async function requireMemberReach(ctx: Context, group: string, changed: string[]): Promise<void> {
  if (changed.length === 0) return
  await requireGroupReach(ctx, group)
  await requireReach(ctx, changed)
}

async function replaceMembers(ctx: Context, id: string, wanted: string[]): Promise<void> {
  const kept = new Set(wanted)
  const before = await store.listMembers(ctx.db, [id])
  await add(ctx, id, wanted)
  await remove(
    ctx,
    id,
    before.map((each) => each.id).filter((each) => !kept.has(each)),
  )
}

/** Members are objects with the id as `value`; some clients send bare ids. */
function idsIn(members: unknown): string[] {
  const ids = [members ?? []].flat().map((each) => {
    const id = textOf(isResource(each) ? each.value : each)?.toLowerCase()
    if (id === undefined || !isId(id)) {
      throw refused(
        'invalidValue',
        `members: expected ids, received ${JSON.stringify(each)?.slice(0, 100)}`,
      )
    }
    return id
  })
  return [...new Set(ids)]
}
