import { snapshotOf } from '../../definitions/snapshot.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import type { PageRequest } from '../../lists/page.ts'
import type { Resource } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { inviteGuest } from '../access/links/service.ts'
import type { Grant } from '../access/operations.ts'
import { createUser, grant, listGrantsTo, revokeGrant } from '../access/service.ts'
import { listLastSeen } from '../access/sessions.ts'
import { getDirectoryFor, resourceOf } from '../disk/policy.ts'
import { blockUser, findByAddress, isGuest, listGuests } from '../people/users/service.ts'
import type { Guest, Invitation, Share } from './operations.ts'

/** Whoever manages something may share it; the guest reads it and writes about it. */
export async function invite(ctx: Context, { share, ...wanted }: Invitation): Promise<string> {
  const resource = await requireManaged(ctx, share)
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
  const found = await findByAddress(ctx, email)
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

async function requireManaged(ctx: Context, { kind, object }: Share): Promise<Resource> {
  if (kind === 'directory') {
    if (!isId(object)) throw notFound('directory', object)
    return resourceOf(await getDirectoryFor(ctx, 'manage', object))
  }
  if (!(await isThere(ctx, { kind, object }))) throw notFound(kind, object)
  const resource = { kind, id: object }
  await ctx.access.require(ctx.db, ctx.user, 'manage', resource)
  return resource
}

/** What one may not even read does not exist. */
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

/** What was shared is taken back as well, so that an unblocked guest begins with nothing. */
export async function end(ctx: Context, id: string): Promise<void> {
  if (!(await isGuest(ctx, id))) throw notFound('guest', id)
  for (const { id: given } of await listGrantsTo(ctx, [id])) await revokeGrant(ctx, given)
  await blockUser(ctx, id)
}
