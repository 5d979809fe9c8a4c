import type { Named, NamedUsers, Performer } from '../../engine/effects.ts'
import { subjectKey } from '../../lib/codes.ts'
import { isId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { findNames, usersBehind, usersBehindEach } from '../people/groups/membership.ts'
import { headsOf } from '../people/org-chart/service.ts'
import type { Instance } from './store/instances.ts'

type Started = Pick<Instance, 'created_by'>

/** The active users behind performers, in the given order. */
export async function findPeople(
  ctx: Context,
  performers: readonly Performer[],
  instance: Started,
): Promise<string[]> {
  if (performers.length === 0) return []
  const idsOf = await findIds(ctx, performers, instance)
  return usersBehind(ctx, performers.flatMap(idsOf))
}

/** The users behind each performer. */
export async function findEach(
  ctx: Context,
  choices: readonly Named[][],
  instance: Started,
): Promise<NamedUsers[][]> {
  const performers = choices.flat().flatMap(({ performer }) => performer ?? [])
  const idsOf = await findIds(ctx, performers, instance)
  const behind = await usersBehindEach(ctx, performers.flatMap(idsOf))
  const find = ({ text, performer }: Named): NamedUsers => {
    const ids = performer ? idsOf(performer) : []
    return { text, people: ids.flatMap((id) => behind.get(id) ?? []) }
  }
  return choices.map((named) => named.map(find))
}

/** The ids of users, groups or org chart units for each performer. */
async function findIds(
  ctx: Context,
  performers: readonly Performer[],
  { created_by }: Started,
): Promise<(performer: Performer) => string[]> {
  const named = performers.filter(({ kind }) => kind !== 'id' && kind !== 'role').map(nameOf)
  const known = named.length > 0 ? await findNames(ctx, named) : new Map<string, string>()
  const superiors = performers.some(isSuperior) ? await headsOf(ctx, created_by) : []
  const idsOf = (performer: Performer) => {
    if (performer.kind === 'id') return [performer.value]
    if (isSuperior(performer)) return superiors
    // Whoever started a process is its author, whichever role is requested.
    if (performer.kind === 'role') return [created_by]
    return [known.get(subjectKey(nameOf(performer))) ?? '']
  }
  return (performer) => idsOf(performer).filter(isId)
}

/** The nearest heads in the org chart above whoever started the process. */
const isSuperior = ({ kind, value }: Performer): boolean => kind === 'role' && value === 'superior'

const nameOf = ({ kind, value }: Performer): string => `${kind}:${value}`
