import type { Reader } from '../../../kinds/kind.ts'
import { forbidden, invalid, notFound } from '../../../lib/errors.ts'
import type { EventTypeOf } from '../../../lib/event-types.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { getAccount } from '../../access/service.ts'
import type { NewSubstitution, Substitution } from './operations.ts'
import * as store from './store.ts'

export async function listSubstitutions(
  ctx: Context,
  of: string | undefined,
  { onlyCurrent }: { onlyCurrent: boolean },
): Promise<Substitution[]> {
  const user = of ?? ctx.user.id
  requireOwn(ctx, user)
  return store.listSubstitutions(ctx.db, {
    user: user === 'all' ? undefined : user,
    notOverAt: onlyCurrent ? ctx.now() : undefined,
  })
}

export async function createSubstitution(
  ctx: Context,
  wanted: NewSubstitution,
): Promise<Substitution> {
  const absent = wanted.absent ?? ctx.user.id
  requireOwn(ctx, absent)
  if (absent === wanted.substitute)
    throw invalid('field "substitute": a user cannot substitute for themselves')
  const startsAt = wanted.startsAt ? new Date(wanted.startsAt) : ctx.now()
  const endsAt = wanted.endsAt === null ? null : new Date(wanted.endsAt)
  if (endsAt && (endsAt <= startsAt || endsAt <= ctx.now())) {
    throw invalid('field "endsAt": expected a time in the future, after "startsAt"')
  }
  await getAccount(ctx, absent)
  if ((await getAccount(ctx, wanted.substitute)).isGuest) {
    throw invalid('field "substitute": a guest cannot stand in for anybody')
  }
  const substitution = await store.insertSubstitution(ctx.db, {
    id: newId(),
    absent_id: absent,
    substitute_id: wanted.substitute,
    starts_at: startsAt,
    ends_at: endsAt,
    note: wanted.note,
    created_at: ctx.now(),
    created_by: ctx.user.id,
  })
  await emit(ctx, 'substitution.created', substitution)
  return substitution
}

export async function endSubstitution(ctx: Context, id: string): Promise<Substitution> {
  const substitution = await store.lockSubstitution(ctx.db, id)
  if (!substitution || !isOwn(ctx, substitution.absent)) throw notFound('substitution', id)
  const { endedAt, endsAt } = substitution
  if (endedAt || (endsAt && new Date(endsAt) <= ctx.now())) return substitution
  const ended = await store.saveEnd(ctx.db, id, { at: ctx.now(), by: ctx.user.id })
  await emit(ctx, 'substitution.ended', ended)
  return ended
}

/** The users somebody stands in for at a moment. */
export const actingFor = (ctx: Context, userId: string, at = ctx.now()): Promise<string[]> =>
  store.listAbsent(ctx.db, userId, at)

/** The caller, and everybody they stand in for at this moment. */
export const actors = async (ctx: Context): Promise<string[]> => [
  ctx.user.id,
  ...(await actingFor(ctx, ctx.user.id)),
]

/** The same where it may be known already. */
export const actorsOf = ({ ctx, remember }: Reader): Promise<string[]> =>
  remember('actors', () => actors(ctx))

/** Who stands in for a user at a moment. */
export const substitutesOf = (ctx: Context, userId: string, at = ctx.now()): Promise<string[]> =>
  store.listSubstitutes(ctx.db, userId, at)

const isOwn = (ctx: Context, user: string): boolean =>
  user === ctx.user.id || ctx.user.isAdministrator

function requireOwn(ctx: Context, user: string): void {
  if (!isOwn(ctx, user))
    throw forbidden('only administrators can manage the substitutions of others')
}

const emit = (ctx: Context, type: EventTypeOf<'substitution'>, { id, ...data }: Substitution) =>
  ctx.emit({ type, object: `substitution:${id}`, data })
