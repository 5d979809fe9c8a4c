import type { Performer } from '../../engine/effects.ts'
import { subjectKey } from '../../lib/codes.ts'
import { isId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { findNames, usersBehind } from '../people/groups/membership.ts'
import type { Instance } from './store/instances.ts'

/** The users behind performers, in the order in which they are named: those who can sign in. */
export async function findPeople(
  ctx: Context,
  performers: readonly Performer[],
  { created_by }: Pick<Instance, 'created_by'>,
): Promise<string[]> {
  if (performers.length === 0) return []
  const named = performers.filter(({ kind }) => kind !== 'id' && kind !== 'role').map(nameOf)
  const known = named.length > 0 ? await findNames(ctx, named) : new Map<string, string>()
  const ids = performers.flatMap((performer) => {
    if (performer.kind === 'id') return [performer.value]
    // Whoever started a process is its author, whatever other role is asked for.
    if (performer.kind === 'role') return [created_by]
    return known.get(subjectKey(nameOf(performer))) ?? []
  })
  return usersBehind(ctx, ids.filter(isId))
}

const nameOf = ({ kind, value }: Performer): string => `${kind}:${value}`
