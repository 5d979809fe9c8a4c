import type { AppError } from '../../../lib/errors.ts'
import { conflict, notFound } from '../../../lib/errors.ts'
import { isId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { createUser as createAccount } from '../../access/service.ts'
import { lockMemberships } from '../groups/membership.ts'
import * as people from '../users/service.ts'
import type { UserRow } from '../users/store.ts'
import { checkSize, textOf, toBoolean, withoutOurs } from './attributes.ts'
import { refused } from './errors.ts'
import { parseFilter } from './filter/parse.ts'
import type { Resource } from './names.ts'
import { chartChanged } from './org-chart.ts'
import { applyChanges, checkChange, readChanges, readResource, tryTo } from './patch.ts'
import { describe, isActive, readPerson } from './person.ts'
import { requireOrdinary, requireReach } from './reach.ts'
import * as store from './store/resources.ts'

export const listUsers = (ctx: Context, filter: string | undefined, page: store.Page) =>
  store.listUsers(ctx.db, filter === undefined ? undefined : parseFilter(filter), page)

export async function getUser(ctx: Context, id: string): Promise<UserRow> {
  const user = isId(id) ? await store.findUser(ctx.db, id) : undefined
  if (!user) throw notFound('user', id)
  return user
}

export const listGroupsOf = (ctx: Context, ids: readonly string[]): Promise<store.GroupOf[]> =>
  store.listGroupsOf(ctx.db, ids)

export async function createUser(ctx: Context, sent: unknown): Promise<UserRow> {
  const resource = readResource(sent)
  const login = textOf(resource.userName)
  if (!login) throw refused('invalidValue', 'userName: expected text')
  await lockMemberships(ctx)
  if ((await people.lockByAddress(ctx, login))?.isGuest) throw isGuest(login)
  // Checked before anything is stored; an inactive user is stored as well as possible, too.
  const wanted = readPerson(resource, {}, { isLeaving: false })
  await requireAddress(ctx, wanted.email)
  const { id } = await createAccount(ctx, {
    login: wanted.login ?? login,
    email: wanted.email ?? '',
  })
  await requireOrdinary(ctx, id)
  await save(ctx, await people.lockUser(ctx, id), resource, { isNew: true })
  return getUser(ctx, id)
}

const isGuest = (login: string) =>
  conflict(
    `"${login}" belongs to a guest: an administrator makes them a member under Administration → Guests; from then on they are found by their userName`,
  )

/** By an address that two people have, neither gets a link for a forgotten password. */
async function requireAddress(ctx: Context, email = '', user?: string): Promise<void> {
  const other = email === '' ? undefined : await store.findRival(ctx.db, email, user)
  if (other === undefined) return
  throw conflict(
    `"${other}" has the e-mail address "${email}" as well, and passwords are reset by it: expected another one`,
  )
}

/** What the provider leaves out is cleared, but nobody is let in or out by silence. */
export async function replaceUser(ctx: Context, id: string, sent: unknown): Promise<UserRow> {
  const problems: AppError[] = []
  const resource = readResource(sent, problems)
  await lockMemberships(ctx)
  const user = await lockUser(ctx, id)
  if (!textOf(resource.userName)) resource.userName = user.login
  await save(ctx, user, resource, { problems })
  return getUser(ctx, id)
}

export async function changeUser(ctx: Context, id: string, sent: unknown): Promise<UserRow> {
  const { changes, problems } = readChanges(sent)
  await lockMemberships(ctx)
  const user = await lockUser(ctx, id)
  for (const each of changes) {
    tryTo(problems, () => checkChange(each, { id: user.id, required: 'userName' }))
  }
  const before = { ...(user.scim ?? describe(user)), userName: user.login, active: isActive(user) }
  await save(ctx, user, applyChanges(before, changes, problems), { problems })
  return getUser(ctx, id)
}

export async function deleteUser(ctx: Context, id: string): Promise<void> {
  await getUser(ctx, id)
  await requireReach(ctx, [id])
  await people.deleteProvisioned(ctx, id)
  await chartChanged(ctx)
}

async function lockUser(ctx: Context, id: string): Promise<UserRow> {
  if (!isId(id)) throw notFound('user', id)
  const user = await people.lockUser(ctx, id)
  await requireReach(ctx, [id])
  return user
}

/**
 * Stores what the provider sent. Whoever it wants to go goes, whatever else was wrong with the
 * request: their sessions and tokens end in the same transaction.
 */
async function save(
  ctx: Context,
  user: UserRow,
  sent: Resource,
  { problems = [], isNew = false }: { problems?: readonly AppError[]; isNew?: boolean },
): Promise<void> {
  const { active, ...resource } = withoutOurs(sent)
  const wanted = toBoolean(active)
  const isLeaving = wanted === false
  if (active !== undefined && wanted === undefined) {
    throw refused('invalidValue', 'active: expected true or false')
  }
  const [problem] = problems
  if (problem && !isLeaving) throw problem
  const kept = isLeaving && !fits(resource) ? (user.scim ?? describe(user)) : resource
  checkSize(kept)
  const { login, ...changes } = readPerson(kept, user.scim ?? {}, { isLeaving })
  if (!isLeaving && changes.email !== user.email) await requireAddress(ctx, changes.email, user.id)
  // Another login may be taken; it does not matter for somebody who goes.
  await people.saveProvisioned(ctx, user, isLeaving ? changes : { login, ...changes }, {
    scim: kept,
    isNew,
  })
  if (wanted !== undefined && wanted !== isActive(user)) {
    await (wanted ? people.unblockUser(ctx, user.id) : people.blockUser(ctx, user.id))
  }
  await chartChanged(ctx)
}

function fits(resource: Resource): boolean {
  try {
    checkSize(resource)
    return true
  } catch {
    return false
  }
}
