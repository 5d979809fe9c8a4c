import { forbidden, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { findUnits, listMemberships } from './membership.ts'
import type { Unit } from './store/membership.ts'

/** The groups a user is in, with the ways that lead there. */
export async function memberships(ctx: Context, userId: string) {
  if (userId !== ctx.user.id && !ctx.user.isAdministrator) {
    throw forbidden('only administrators can see the memberships of others')
  }
  const [user] = await findUnits(ctx, [userId])
  if (user?.kind !== 'user') throw notFound('user', userId)
  const found = await listMemberships(ctx, userId)
  return found.map(({ group, ways }) => ({ group, via: ways.map((way) => toVia(user, way)) }))
}

function toVia({ id, name }: Unit, way: readonly Unit[]) {
  const path = way.flatMap(({ kind, ...unit }) =>
    kind === 'user' ? [] : [{ kind, id: unit.id, name: unit.name }],
  )
  const last = path.at(-1)
  return last ? { ...last, path } : { kind: 'direct' as const, id, name, path }
}
