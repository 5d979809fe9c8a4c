import { isDeepStrictEqual } from 'node:util'
import { changesOf, differences, isEmpty } from '../../../lib/changes.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import type { EventTypeOf } from '../../../lib/event-types.ts'
import type { PageRequest } from '../../../lists/page.ts'
import type { Context } from '../../../platform/context.ts'
import { addressChanged } from '../../access/addresses/service.ts'
import { dropFactors } from '../../access/factors/service.ts'
import { IDENTITY } from '../../access/identity.ts'
import { notifyLogin } from '../../access/mail/notify.ts'
import { endCredentials } from '../../access/service.ts'
import { joinDefaultGroups, leaveGroups } from '../groups/members.ts'
import { lockMemberships, requireAdministrator } from '../groups/membership.ts'
import { leavePositions, replacePositions } from '../org-chart/service.ts'
import { deleteProfile } from '../store/profiles.ts'
import * as users from '../store/users.ts'
import { type Person, type PersonChanges, STATUSES } from './operations.ts'
import * as store from './store.ts'

const ACTIVE = STATUSES.indexOf('active')
const BLOCKED = STATUSES.indexOf('blocked')

export async function getPerson(ctx: Context, id: string): Promise<Person> {
  const person = await store.findPerson(ctx.db, id)
  if (!person) throw notFound('user', id)
  return person
}

/** The ids that are unknown or of deleted users. */
export const findUnknownUsers = async (ctx: Context, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? [] : store.listUnknown(ctx.db, ids)

export const findPerson = (ctx: Context, id: string): Promise<Person | undefined> =>
  store.findPerson(ctx.db, id)

/** The names of these users by id, including deleted ones. */
export async function listPeopleByName(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await store.listAllNames(ctx.db, [...new Set(ids)])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The e-mail addresses of these users; those without one are omitted. */
export const listEmails = async (ctx: Context, ids: readonly string[]): Promise<string[]> =>
  (await store.listNames(ctx.db, ids)).map(({ email }) => email).filter((email) => email !== '')

export const countUsers = (ctx: Context): Promise<number> => store.countActive(ctx.db)

export const listGuests = (ctx: Context, page: PageRequest) => store.listGuests(ctx.db, page)

export const isGuest = (ctx: Context, id: string): Promise<boolean> => users.isGuest(ctx.db, id)

export async function lockByAddress(ctx: Context, email: string) {
  const found = await store.lockByAddress(ctx.db, email)
  return found && { id: found.id, isGuest: found.isGuest, isBlocked: found.status === BLOCKED }
}

/** A change that changes nothing has no event. */
export async function updatePerson(
  ctx: Context,
  id: string,
  wanted: PersonChanges,
): Promise<Person> {
  if (wanted.positions) await lockMemberships(ctx)
  const user = await lockUser(ctx, id)
  if (wanted.status && user.status === BLOCKED) {
    throw invalid('field "status": the user is blocked, unblock them first')
  }
  const changed = differences(user, toColumns(wanted))
  const positions = wanted.positions && (await replacePositions(ctx, id, wanted.positions))
  if (isEmpty(changed) && !positions) return getPerson(ctx, id)
  await save(ctx, user, changed)
  if (positions) await requireAdministrator(ctx)
  const changes = { ...changesOf(user, changed), ...(positions && { positions }) }
  await emit(ctx, 'user.updated', user, { changes })
  return getPerson(ctx, id)
}

/** What people choose for themselves: the caller says in an event what has changed. */
export const saveOwnColumns = (
  ctx: Context,
  user: store.UserRow,
  columns: Pick<store.UserColumns, 'language' | 'timezone'>,
): Promise<void> => save(ctx, user, columns)

/** Ends everything with which the user could sign in. */
export async function blockUser(ctx: Context, id: string): Promise<Person> {
  await lockMemberships(ctx)
  const user = await lockUser(ctx, id)
  if (user.status === BLOCKED) return getPerson(ctx, id)
  await save(ctx, user, { status: BLOCKED })
  await endCredentials(ctx, id)
  await requireAdministrator(ctx)
  await emit(ctx, 'user.blocked', user, {})
  return getPerson(ctx, id)
}

/** Blocks a guest, who leaves all groups and has no password any more. */
export async function endGuest(ctx: Context, id: string): Promise<void> {
  await lockMemberships(ctx)
  const user = await lockUser(ctx, id)
  await save(ctx, user, { status: BLOCKED, password_hash: null })
  const groups = await leaveGroups(ctx, id)
  const positions = await leavePositions(ctx, id)
  await endCredentials(ctx, id)
  await emit(ctx, 'user.blocked', user, { groups, positions })
}

/** A guest turns out to be of the company. What they came in with as a guest ends. */
export async function makeMember(ctx: Context, id: string): Promise<void> {
  await lockMemberships(ctx)
  const user = await lockUser(ctx, id)
  await save(ctx, user, { is_guest: false, password_hash: null })
  await endCredentials(ctx, id)
  // A passkey would let in by itself whoever once read a mail to the guest.
  await dropFactors(ctx, id)
  await emit(ctx, 'user.updated', user, { changes: { isGuest: { before: true, after: false } } })
  await joinDefaultGroups(ctx, { object: `user:${id}` })
}

export async function unblockUser(ctx: Context, id: string): Promise<Person> {
  const user = await lockUser(ctx, id)
  if (user.status !== BLOCKED) return getPerson(ctx, id)
  await save(ctx, user, { status: ACTIVE })
  await emit(ctx, 'user.unblocked', user, {})
  return getPerson(ctx, id)
}

/** The row stays, because what the user did refers to it; the login stays taken. What they told about themselves goes. */
export async function deleteUser(ctx: Context, id: string): Promise<void> {
  await lockMemberships(ctx)
  const user = await lockUser(ctx, id)
  await save(ctx, user, { deleted_at: ctx.now(), password_hash: null })
  const groups = await leaveGroups(ctx, id)
  const positions = await leavePositions(ctx, id)
  await deleteProfile(ctx.db, id)
  await endCredentials(ctx, id)
  await requireAdministrator(ctx)
  await emit(ctx, 'user.deleted', user, { groups, positions })
}

/** What a solution says of a user. A user made a moment ago has an event already. */
export async function saveDefined(
  ctx: Context,
  id: string,
  columns: store.UserColumns,
  event?: EventTypeOf<'user'>,
): Promise<void> {
  const user = await store.lockUser(ctx.db, id, { deleted: true })
  if (!user) throw notFound('user', id)
  await save(ctx, user, columns)
  if (event) await emit(ctx, event, user, { changes: changesOf(user, columns) })
}

type Provisioned = { scim: NonNullable<store.UserRow['scim']>; isNew: boolean }

/** What an identity provider says of a user. The event names what is kept for the provider alone. */
export async function saveProvisioned(
  ctx: Context,
  user: store.UserRow,
  wanted: PersonChanges,
  { scim, isNew }: Provisioned,
): Promise<void> {
  const changed = differences(user, toColumns(wanted))
  const attributes = Object.keys({ ...user.scim, ...scim }).filter(
    (name) => !isDeepStrictEqual(user.scim?.[name], scim[name]),
  )
  if (isEmpty(changed) && attributes.length === 0) return
  const isKnownByAnother = !isNew && attributes.includes('externalId')
  const at = isKnownByAnother && { scim_id_changed_at: ctx.now() }
  await save(ctx, user, { ...changed, scim, ...at })
  await emit(ctx, 'user.updated', user, { changes: changesOf(user, changed), attributes })
}

/** Deletes a user whose login may be given to somebody else. */
export async function deleteProvisioned(ctx: Context, id: string): Promise<void> {
  await deleteUser(ctx, id)
  const user = await store.lockUser(ctx.db, id, { deleted: true })
  if (user) await save(ctx, user, { login: `${user.login}~${id}`, scim: null })
}

export async function lockUser(ctx: Context, id: string): Promise<store.UserRow> {
  const user = await store.lockUser(ctx.db, id)
  if (!user) throw notFound('user', id)
  return user
}

async function save(ctx: Context, user: store.UserRow, changes: store.UserColumns): Promise<void> {
  const updated = { updated_at: ctx.now(), updated_by: ctx.user.id }
  await store.saveUser(ctx.db, user, { ...changes, ...updated })
  const { email, login } = changes
  if (login !== undefined && login !== user.login) await notifyLogin(ctx, user.id, login)
  if (email !== undefined && email !== user.email) {
    await addressChanged(ctx, { user: user.id, before: user.email, after: email })
  }
  ctx.changed(IDENTITY)
}

const emit = (
  ctx: Context,
  type: EventTypeOf<'user'>,
  { id, login }: store.UserRow,
  data: Record<string, unknown>,
) => ctx.emit({ type, object: `user:${id}`, data: { login, ...data } })

export const toColumns = (wanted: PersonChanges) => ({
  login: wanted.login,
  email: wanted.email,
  last_name: wanted.lastName,
  first_name: wanted.firstName,
  middle_name: wanted.middleName,
  status: wanted.status && STATUSES.indexOf(wanted.status),
  mobile_phone: wanted.mobilePhone,
  work_phone: wanted.workPhone,
  accounts: wanted.accounts,
  language: wanted.language,
  birth_date: wanted.birthDate,
  hire_date: wanted.hireDate,
  timezone: wanted.timezone,
  displayed_position: wanted.displayedPosition,
  avatar: wanted.avatar,
  external_id: wanted.externalId,
})
