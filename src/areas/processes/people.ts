import type { Found, Named, Performer } from '../../engine/effects.ts'
import { subjectKey } from '../../lib/codes.ts'
import { isId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { findNames, usersBehind, usersBehindEach } from '../people/groups/membership.ts'
import type { Instance } from './store/instances.ts'

type Started = Pick<Instance, 'created_by'>

/** The users behind performers, in the order in which they are named: those who can sign in. */
export async function findPeople(
  ctx: Context,
  performers: readonly Performer[],
  instance: Started,
): Promise<string[]> {
  if (performers.length === 0) return []
  const idOf = await findIds(ctx, performers, instance)
  return usersBehind(
    ctx,
    performers.flatMap((performer) => idOf(performer) ?? []),
  )
}

/** The users behind each one that is named. */
export async function findEach(
  ctx: Context,
  choices: readonly Named[][],
  instance: Started,
): Promise<Found[][]> {
  const performers = choices.flat().flatMap(({ performer }) => performer ?? [])
  const idOf = await findIds(ctx, performers, instance)
  const ids = performers.flatMap((performer) => idOf(performer) ?? [])
  const behind = await usersBehindEach(ctx, ids)
  const find = ({ text, performer }: Named): Found => {
    const id = performer && idOf(performer)
    return { text, people: (id && behind.get(id)) || [] }
  }
  return choices.map((named) => named.map(find))
}

/** The id of a user, a group or a place in the org chart, for each of the performers. */
async function findIds(
  ctx: Context,
  performers: readonly Performer[],
  { created_by }: Started,
): Promise<(performer: Performer) => string | undefined> {
  const named = performers.filter(({ kind }) => kind !== 'id' && kind !== 'role').map(nameOf)
  const known = named.length > 0 ? await findNames(ctx, named) : new Map<string, string>()
  const idOf = (performer: Performer) => {
    if (performer.kind === 'id') return performer.value
    // Whoever started a process is its author, whatever other role is asked for.
    if (performer.kind === 'role') return created_by
    return known.get(subjectKey(nameOf(performer))) ?? ''
  }
  return (performer) => [idOf(performer)].find(isId)
}

const nameOf = ({ kind, value }: Performer): string => `${kind}:${value}`
