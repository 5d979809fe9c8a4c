import { ofKind } from '../../definitions/load.ts'
import { toSnapshot } from '../../definitions/snapshot.ts'
import type { Problem } from '../../definitions/source.ts'
import { subjectKey } from '../../lib/codes.ts'
import type { Context } from '../../platform/context.ts'
import { findNames } from '../people/groups/membership.ts'
import type { Applier } from '../solutions/change-set.ts'
import { subjectsMadeBy } from '../solutions/rights.ts'
import * as store from './store/channels.ts'

type PlanInput = Parameters<Applier['plan']>[1]

/** Resolves the members of a channel definition. Runs after people have been applied. */
export const channelsApplier: Applier = {
  plan: async (ctx, wanted) => ({ words: [], problems: await unknownMembers(ctx, wanted) }),
  apply: async (ctx, wanted) => {
    const all = toSnapshot(await ctx.freshDefinitions()).all('channel')
    const ours = all.filter(({ solution }) => solution === wanted.solution).map(({ id }) => id)
    if (ours.length > 0) await store.replaceMembers(ctx.db, ours, await membersIn(ctx, wanted))
  },
}

const channelsIn = ({ definitions }: PlanInput) => ofKind(definitions, 'channel')

async function unknownMembers(ctx: Context, wanted: PlanInput): Promise<Problem[]> {
  const coming = new Set(wanted.definitions.flatMap(subjectsMadeBy))
  const named = channelsIn(wanted).flatMap((channel) =>
    channel.body.members.map((subject, at) => ({ channel, subject, at })),
  )
  const known = await findNames(
    ctx,
    named.map(({ subject }) => subject),
  )
  return named
    .filter(({ subject }) => !coming.has(subjectKey(subject)) && !known.has(subjectKey(subject)))
    .map(({ channel: { file, source }, subject, at }) => ({
      file,
      ...source.location(['members', at]),
      message: `there is no ${subject}`,
    }))
}

async function membersIn(ctx: Context, wanted: PlanInput): Promise<store.Member[]> {
  const channels = channelsIn(wanted)
  const known = await findNames(
    ctx,
    channels.flatMap(({ body }) => body.members),
  )
  return channels.flatMap(({ id, body }) =>
    body.members.map((subject) => {
      const key = subjectKey(subject)
      const member = known.get(key)
      if (member === undefined) throw new Error(`${subject} was there a moment ago`)
      return { channel: id, kind: key.split(':')[0] ?? '', member }
    }),
  )
}
