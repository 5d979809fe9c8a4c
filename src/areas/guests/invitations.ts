import { snapshotOf } from '../../definitions/snapshot.ts'
import { AppError, conflict, forbidden, invalid, notFound } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import type { PageRequest } from '../../lists/page.ts'
import type { Resource } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { dropFactors } from '../access/factors/service.ts'
import { countInDay } from '../access/guess-limits.ts'
import { hasMail, inviteGuest } from '../access/links/service.ts'
import type { Grant } from '../access/operations.ts'
import { createUser, grant, listGrantsTo, revokeGrant } from '../access/service.ts'
import { listLastSeen } from '../access/sessions.ts'
import { getDirectoryFor, resourceOf } from '../disk/policy.ts'
import { listIdentities, unlink } from '../people/providers/identities.ts'
import {
  makeMember as becomeMember,
  endGuest,
  isGuest,
  listGuests,
  lockByAddress,
} from '../people/users/service.ts'
import type { Guest, Invitation, Share } from './operations.ts'

/** Everybody manages their own folders, so invitations of users who are not administrators are limited. */
const MOST_IN_DAY = 20

/** Sharing requires the right to manage the object; the guest may read it and write messages. */
export async function invite(ctx: Context, { share, ...wanted }: Invitation): Promise<string> {
  if (!canInvite(ctx)) throw forbidden('only administrators invite guests here')
  const resource = await requireManaged(ctx, share)
  if (!ctx.user.isAdministrator) {
    await countInDay(ctx, `guest-invitations:${ctx.user.id}`, MOST_IN_DAY)
  }
  const id = await findOrCreate(ctx, wanted)
  await grant(ctx, {
    kind: resource.kind,
    object: resource.id,
    right: 'read',
    subjectKind: 'user',
    subject: id,
  })
  await inviteGuest(ctx, id)
  return id
}

async function findOrCreate(
  ctx: Context,
  { email, firstName, lastName }: Omit<Invitation, 'share'>,
): Promise<string> {
  const found = await lockByAddress(ctx, email)
  if (found && !found.isGuest) {
    throw conflict('this address belongs to somebody of the company, who needs no invitation')
  }
  if (found?.isBlocked) {
    throw conflict('the access of this guest was ended: an administrator may unblock them')
  }
  if (found) return found.id
  const login = email.toLowerCase()
  return (await createUser(ctx, { login, email, firstName, lastName, isGuest: true })).id
}

export async function mayInvite(ctx: Context, share: Share): Promise<boolean> {
  if (!canInvite(ctx) || !hasMail(ctx)) return false
  return requireManaged(ctx, share).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
}

const canInvite = ({ user, config }: Context): boolean =>
  user.isAdministrator || config.KONTOR_GUEST_INVITATIONS === 'managers'

async function requireManaged(ctx: Context, { kind, object }: Share): Promise<Resource> {
  if (kind === 'directory') {
    if (!isId(object)) throw notFound('directory', object)
    const directory = await getDirectoryFor(ctx, 'manage', object)
    if (directory.id === directory.owner_id) {
      throw invalid('field "share": all personal files at once are not shared: share a folder')
    }
    return resourceOf(directory)
  }
  if (!(await isThere(ctx, { kind, object }))) throw notFound(kind, object)
  const resource = { kind, id: kind === 'item' ? withPlainId(object) : object }
  await ctx.access.require(ctx.db, ctx.user, 'manage', resource)
  return resource
}

/** An object that the caller may not read does not exist. */
async function isThere(ctx: Context, { kind, object }: Share): Promise<boolean> {
  const { namespace, code, rest } = parts(object)
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  if (!app || app.deletedAt) return false
  if (kind === 'app') {
    return rest.length === 0 && ctx.access.can(ctx.db, ctx.user, 'read', { kind, id: object })
  }
  const [id = '', ...more] = rest
  return isId(id) && more.length === 0 && ctx.kinds.mayRead(ctx, `item:${object}`)
}

/** Grants are compared as text, so ids must be in lower case. */
function withPlainId(object: string): string {
  const at = object.lastIndexOf('/')
  return object.slice(0, at) + object.slice(at).toLowerCase()
}

function parts(object: string) {
  const [namespace = '', code = '', ...rest] = object.split('/')
  return { namespace, code, rest }
}

export async function list(ctx: Context, page: PageRequest) {
  const { rows, ...rest } = await listGuests(ctx, page)
  const ids = rows.map(({ id }) => id)
  const seen = await listLastSeen(ctx, ids)
  const shares = Map.groupBy(await listGrantsTo(ctx, ids), ({ subject }) => subject)
  const guests = rows.map(
    (row): Guest => ({
      id: row.id,
      name: row.name,
      email: row.email,
      state: row.isBlocked ? 'ended' : seen.get(row.id) ? 'active' : 'invited',
      invitedBy: row.invited_by ?? '',
      createdAt: row.created_at.toISOString(),
      lastSeenAt: seen.get(row.id)?.toISOString() ?? null,
      shares: (shares.get(row.id) ?? []).map(toShare),
    }),
  )
  return { guests, ...rest }
}

const toShare = ({ id, kind, object, right }: Grant) => ({ id, kind, object, right })

/** Revokes everything, so that an unblocked guest starts with nothing. */
export async function end(ctx: Context, id: string): Promise<void> {
  if (!(await isGuest(ctx, id))) throw notFound('guest', id)
  await endGuest(ctx, id)
  for (const { id: given } of await listGrantsTo(ctx, [id])) await revokeGrant(ctx, given)
  for (const { id: identity } of await listIdentities(ctx, id)) await unlink(ctx, identity)
  await dropFactors(ctx, id)
}

/** What was shared stays; their credentials as a guest end. */
export async function makeMember(ctx: Context, id: string): Promise<void> {
  if (!(await isGuest(ctx, id))) throw notFound('guest', id)
  await becomeMember(ctx, id)
}
