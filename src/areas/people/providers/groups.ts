import { GLOBAL } from '../../../definitions/layout.ts'
import { differences, isEmpty } from '../../../lib/changes.ts'
import { ADMINISTRATORS } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { addMembers, removeMembers } from '../groups/members.ts'
import { lockMemberships, requireAdministrator } from '../groups/membership.ts'
import * as groups from '../groups/service.ts'
import type { Rules } from './settings-operations.ts'
import * as store from './store/groups.ts'

/** The provider's groups are those of its rules; nobody else changes them. */
export async function saveGroups(
  ctx: Context,
  provider: string,
  wanted: Rules['groups'],
  before: Rules['groups'] = [],
): Promise<void> {
  await saveOwned(ctx, provider, wanted)
  const owned = await store.listOwned(ctx.db, provider)
  const idsOf = (groups: Rules['groups']) => {
    const values = groups.filter((each) => each.makesAdministrators).map(({ value }) => value)
    return owned.filter((each) => values.includes(each.external_id)).map(({ id }) => id)
  }
  const administrators = idsOf(wanted)
  // Another group of the provider that somebody put among the administrators by hand stays there.
  const former = idsOf(before).filter((id) => !administrators.includes(id))
  if (administrators.length > 0) await addMembers(ctx, ADMINISTRATORS, administrators)
  if (former.length === 0) return
  await removeMembers(ctx, ADMINISTRATORS, former)
  await requireAdministrator(ctx)
}

async function saveOwned(ctx: Context, provider: string, wanted: Rules['groups']): Promise<void> {
  const owned = new Map((await store.listOwned(ctx.db, provider)).map((g) => [g.external_id, g]))
  const kept = new Set(wanted.map(({ value }) => value))
  for (const [value, { id }] of owned) {
    if (!kept.has(value)) await groups.deleteGroup(ctx, id, { provider })
  }
  for (const { value, name } of wanted) {
    const group = owned.get(value)
    const changed = group ? differences(group, { name }) : {}
    if (!group) await createGroup(ctx, provider, { value, name })
    else if (!isEmpty(changed)) await groups.saveChanges(ctx, group, changed)
  }
}

const createGroup = (
  ctx: Context,
  provider: string,
  { value, name }: { value: string; name: string },
) =>
  groups.createGroup(ctx, GLOBAL, {
    name,
    description: '',
    isRole: false,
    isDefault: false,
    provider,
    externalId: value,
  })

/**
 * Updates a user's membership in the provider's groups. If the provider does not report groups, as Entra ID for
 * people in very many, nothing changes.
 */
export async function syncMemberships(
  ctx: Context,
  provider: string,
  user: string,
  values: readonly string[] | undefined,
): Promise<void> {
  if (values === undefined) return
  const named = new Set(values)
  const owned = await store.listOwned(ctx.db, provider)
  const wanted = owned.filter((each) => named.has(each.external_id)).map(({ id }) => id)
  const joined = await store.listJoined(ctx.db, provider, user)
  const missing = wanted.filter((id) => !joined.includes(id))
  const gone = joined.filter((id) => !wanted.includes(id))
  if (missing.length + gone.length === 0) return
  await lockMemberships(ctx)
  for (const id of missing) await addMembers(ctx, id, [user])
  for (const id of gone) await removeMembers(ctx, id, [user])
  if (gone.length > 0) await requireAdministrator(ctx)
}
