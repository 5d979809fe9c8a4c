import { GLOBAL } from '../../../definitions/layout.ts'
import { snapshotOf } from '../../../definitions/snapshot.ts'
import { changesOf, differences, isEmpty } from '../../../lib/changes.ts'
import { conflict, invalid, notFound } from '../../../lib/errors.ts'
import type { EventTypeOf } from '../../../lib/event-types.ts'
import { isId, newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { IDENTITY } from '../../access/identity.ts'
import { lockMemberships, requireAdministrator } from './membership.ts'
import * as store from './store/groups.ts'
import { deleteMemberships } from './store/members.ts'
import { listRoleNames } from './store/sources.ts'
import { systemNames } from './system-names.ts'

/** The names of these users, groups and org chart units by id, including deleted ones. */
export async function nameRoles(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await listRoleNames(ctx.db, [...new Set(ids)])
  const system = systemNames(ctx.language)
  return new Map(rows.map(({ id, name }) => [id, system[id] ?? name]))
}

export type NewGroup = {
  id?: string
  code?: string
  name: string
  description: string
  isRole: boolean
  isDefault: boolean
  solution?: string
  /** The provider that manages the group. */
  provider?: string
  externalId?: string | null
}

/** Returns the id of the new group. */
export async function createGroup(
  ctx: Context,
  namespace: string,
  wanted: NewGroup,
): Promise<string> {
  if (!wanted.solution && !(await namespaceExists(ctx, namespace))) {
    throw notFound('workspace', namespace)
  }
  const id = wanted.id ?? newId()
  const code = wanted.code ?? id
  await store.insertGroup(ctx.db, {
    id,
    namespace,
    code,
    name: wanted.name,
    description: wanted.description,
    is_role: wanted.isRole,
    is_default: wanted.isDefault,
    solution: wanted.solution ?? null,
    provider: wanted.provider ?? null,
    external_id: wanted.externalId ?? null,
    created_at: ctx.now(),
    created_by: ctx.user.id,
    updated_at: ctx.now(),
    updated_by: ctx.user.id,
  })
  await emit(ctx, 'group.created', { id, namespace, code }, { name: wanted.name })
  return id
}

export type GroupChanges = {
  name?: string | undefined
  description?: string | undefined
  isRole?: boolean | undefined
  isDefault?: boolean | undefined
}

/** Returns the id of the group. Without a difference no event is emitted. */
export async function updateGroup(
  ctx: Context,
  reference: string,
  wanted: GroupChanges,
): Promise<string> {
  const group = await lockOwnGroup(ctx, reference)
  refuseSystemGroup(group)
  const changed = differences(group, {
    name: wanted.name,
    description: wanted.description,
    is_role: wanted.isRole,
    is_default: wanted.isDefault,
  })
  if (!isEmpty(changed)) await saveChanges(ctx, group, changed)
  return group.id
}

export async function saveChanges(
  ctx: Context,
  group: store.GroupRow,
  changed: Partial<store.GroupRow>,
): Promise<void> {
  await store.saveGroup(ctx.db, group.id, { ...changed, ...updated(ctx) })
  await emit(ctx, 'group.updated', group, { changes: changesOf(group, changed) })
}

/** Who may delete a managed group. */
type Owner = { solution?: string | null; provider?: string | null }

/**
 * The group keeps its members, in case it is restored, but leaves all other groups. A group of a solution is
 * deleted by applying the solution without it.
 */
export async function deleteGroup(
  ctx: Context,
  reference: string,
  { solution = null, provider = null }: Owner = {},
): Promise<void> {
  await lockMemberships(ctx)
  const group = await lockGroup(ctx, reference)
  refuseSystemGroup(group)
  if (group.provider !== provider) refuseProvided(group)
  if (group.solution !== null && group.solution !== solution) {
    throw conflict(
      `the group belongs to the solution "${group.solution}": remove it from the files of the solution and apply them`,
    )
  }
  await store.saveGroup(ctx.db, group.id, { deleted_at: ctx.now(), ...updated(ctx) })
  const parents = await deleteMemberships(ctx.db, group.id)
  await requireAdministrator(ctx)
  ctx.changed(IDENTITY)
  await emit(ctx, 'group.deleted', group, { name: group.name, parents })
}

/** The group may be deleted. */
export async function getGroupId(ctx: Context, reference: string): Promise<string> {
  const id = await findGroupId(ctx, reference)
  if (!id || !(await store.findGroup(ctx.db, id))) throw notFound('group', reference)
  return id
}

/** The id for an id or a code. */
async function findGroupId(ctx: Context, reference: string): Promise<string | undefined> {
  if (isId(reference)) return reference.toLowerCase()
  const groups = await store.listByCode(ctx.db, reference)
  const company = groups.find(({ namespace }) => namespace === GLOBAL)
  if (!company && groups.length > 1) {
    const namespaces = groups.map(({ namespace }) => namespace).join(', ')
    throw invalid(`several groups have the code "${reference}" (in ${namespaces}): use the id`)
  }
  return company?.id ?? groups[0]?.id
}

/** A group to be changed, locked until the transaction ends. */
export async function lockGroup(ctx: Context, reference: string): Promise<store.GroupRow> {
  const id = await findGroupId(ctx, reference)
  const group = id && (await store.lockGroup(ctx.db, id))
  if (!group || group.deleted_at) throw notFound('group', reference)
  return group
}

/** The same, unless an identity provider manages it. */
export async function lockOwnGroup(ctx: Context, reference: string): Promise<store.GroupRow> {
  const group = await lockGroup(ctx, reference)
  refuseProvided(group)
  return group
}

/** The owner of a group: a workspace, an app (`workspace.app`), a module, or the company. */
export async function namespaceExists(ctx: Context, namespace: string): Promise<boolean> {
  if (namespace === GLOBAL) return true
  const snapshot = await snapshotOf(ctx)
  const [workspace = '', app] = namespace.split('.')
  const owner = namespace.startsWith('ext_')
    ? snapshot.findById('module', namespace.slice('ext_'.length))
    : app === undefined
      ? snapshot.find('workspace', workspace, workspace)
      : snapshot.find('app', workspace, app)
  return owner !== undefined && owner.deletedAt === null
}

export const emit = (
  ctx: Context,
  type: EventTypeOf<'group'>,
  { id, namespace, code }: { id: string; namespace: string; code: string },
  data: Record<string, unknown>,
) => ctx.emit({ type, object: `group:${id}`, namespace, code, data })

const updated = (ctx: Context) => ({ updated_at: ctx.now(), updated_by: ctx.user.id })

function refuseSystemGroup({ is_system, name }: store.GroupRow): void {
  if (is_system) throw invalid(`"${name}" is a system group: it cannot be edited or deleted`)
}

function refuseProvided({ provider, name }: store.GroupRow): void {
  if (provider === null) return
  throw conflict(`the group "${name}" is kept up to date by the identity provider: change it there`)
}
